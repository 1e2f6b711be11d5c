//! Any order in, given order out: workers read blocks side by side, and what they find is put back in the order of
//! the file. At most a few blocks more than there are workers are in memory.

use std::{
    collections::BTreeMap,
    io::Read,
    ops::ControlFlow,
    sync::{
        Mutex, PoisonError,
        mpsc::{Receiver, Sender, SyncSender, channel, sync_channel},
    },
    thread,
};

use crate::{
    archive::{Block, Blocks, InputError, LARGEST_GAME, blocks::BLOCK},
    pgn::{End, Position},
};

/// What came of reading a block.
#[derive(Debug)]
pub struct Work<T> {
    /// How the block ended.
    pub end: End,
    /// What was found in it.
    pub fruit: T,
}

/// Reads all blocks with `work` on so many threads, and hands them and what was found to `take` in the order of the file.
///
/// # Errors
/// When the stream cannot be read to its end; what could be read has been handed over.
pub fn read_blocks<R: Read + Send, T: Send>(
    blocks: Blocks<R>,
    jobs: usize,
    work: &(impl Fn(&Block) -> Work<T> + Sync),
    take: impl FnMut(&Block, T) -> ControlFlow<()>,
) -> Result<(), InputError> {
    let mut line = Line { work, take, held: None };
    let done = |item: Result<Block, InputError>| {
        item.map(|block| {
            let work = work(&block);
            (block, work)
        })
    };
    let outcome = if jobs < 2 {
        blocks.map(done).try_for_each(|item| line.next(item?))
    } else {
        let weight = |item: &Result<Block, _>| {
            item.as_ref().map_or(1, |block| block.bytes.len().div_ceil(BLOCK))
        };
        in_order_weighed(blocks, jobs, weight, &done, |item| line.next(item?))
    };
    if !matches!(outcome, Err(Stop::Enough)) {
        line.close();
    }
    outcome.or_else(Stop::into_result)
}

/// Why there is no going on.
enum Stop {
    /// Nobody wants more.
    Enough,
    /// The stream is broken.
    Broken(InputError),
}

impl From<InputError> for Stop {
    fn from(error: InputError) -> Self {
        Self::Broken(error)
    }
}

impl Stop {
    fn into_result(self) -> Result<(), InputError> {
        match self {
            Self::Enough => Ok(()),
            Self::Broken(error) => Err(error),
        }
    }
}

/// The end of the line, where blocks arrive in order and are mended if a cut was wrong.
struct Line<'w, W, F> {
    work: &'w W,
    take: F,
    /// A block that ended inside something and waits for its successor.
    held: Option<Block>,
}

impl<T, W: Fn(&Block) -> Work<T>, F: FnMut(&Block, T) -> ControlFlow<()>> Line<'_, W, F> {
    fn next(&mut self, (block, work): (Block, Work<T>)) -> Result<(), Stop> {
        let (block, work) = match self.held.take() {
            Some(held) => {
                let joined = held.joined(&block);
                let work = (self.work)(&joined);
                (joined, work)
            }
            None => (block, work),
        };
        let (block, work) = self.in_portions(block, work)?;
        match work.end {
            End::Open if block.bytes.len() < LARGEST_GAME => {
                self.held = Some(block);
                Ok(())
            }
            End::Open => self.give_up(block),
            End::Closed | End::Paused(_) => self.hand_over(&block, work.fruit),
        }
    }

    /// Hands over what there is to say about a block that is full of faults portion by portion; the last one is left.
    fn in_portions(
        &mut self,
        mut block: Block,
        mut work: Work<T>,
    ) -> Result<(Block, Work<T>), Stop> {
        while let End::Paused(length) = work.end {
            let rest = block.split_off(length);
            self.hand_over(&block, work.fruit)?;
            work = (self.work)(&rest);
            block = rest;
        }
        Ok((block, work))
    }

    /// What is open for so long will not be closed.
    fn give_up(&mut self, mut block: Block) -> Result<(), Stop> {
        block.position =
            if block.position == Position::First { Position::Whole } else { Position::Last };
        let work = (self.work)(&block);
        let (block, work) = self.in_portions(block, work)?;
        self.hand_over(&block, work.fruit)
    }

    fn hand_over(&mut self, block: &Block, fruit: T) -> Result<(), Stop> {
        match (self.take)(block, fruit) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stop::Enough),
        }
    }

    /// The stream was broken off: what was held is all there is.
    fn close(&mut self) {
        if let Some(block) = self.held.take() {
            // Nobody is left to be stopped.
            let _ = self.give_up(block);
        }
    }
}

/// Maps items on so many threads and hands the results over in the order of the items.
///
/// # Errors
/// As soon as `take` fails; the rest of the items is not looked at.
pub fn in_order<I: Send, O: Send, E>(
    items: impl Iterator<Item = I> + Send,
    jobs: usize,
    map: &(impl Fn(I) -> O + Sync),
    take: impl FnMut(O) -> Result<(), E>,
) -> Result<(), E> {
    in_order_weighed(items, jobs, |_| 1, map, take)
}

/// The same for items of different weight: the heavier they are, the fewer are under way.
fn in_order_weighed<I: Send, O: Send, E>(
    items: impl Iterator<Item = I> + Send,
    jobs: usize,
    weight: impl Fn(&I) -> usize + Send,
    map: &(impl Fn(I) -> O + Sync),
    mut take: impl FnMut(O) -> Result<(), E>,
) -> Result<(), E> {
    let (permits, permitted) = channel();
    let (tasks, waiting) = sync_channel(jobs);
    let (results, arriving) = channel();
    let waiting = Mutex::new(waiting);
    let most = jobs * 2 + 1;
    permit(&permits, most);
    let tasks_of = items.enumerate().map(move |(number, item)| {
        let weight = weight(&item).clamp(1, most);
        Task { number, weight, item }
    });
    thread::scope(|scope| {
        let waiting = &waiting;
        scope.spawn(move || produce(tasks_of, &permitted, &tasks));
        for _ in 0..jobs {
            let results = results.clone();
            scope.spawn(move || work(waiting, map, &results));
        }
        drop(results);
        let outcome = collect(&arriving, &permits, &mut take);
        // The producer stops when there are no more permits, and the workers when it has stopped.
        drop(permits);
        for _ in arriving {}
        outcome
    })
}

/// An item and its place in the order.
struct Task<I> {
    number: usize,
    weight: usize,
    item: I,
}

/// Allows more to be under way. A producer that has finished needs nothing.
fn permit(permits: &Sender<()>, weight: usize) {
    for _ in 0..weight {
        let _ = permits.send(());
    }
}

fn produce<I>(
    items: impl Iterator<Item = Task<I>>,
    permitted: &Receiver<()>,
    tasks: &SyncSender<Task<I>>,
) {
    for task in items {
        let allowed = (0..task.weight).all(|_| permitted.recv().is_ok());
        if !allowed || tasks.send(task).is_err() {
            return;
        }
    }
}

fn work<I, O>(
    waiting: &Mutex<Receiver<Task<I>>>,
    map: &impl Fn(I) -> O,
    results: &Sender<Task<O>>,
) {
    loop {
        let task = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Task { number, weight, item }) = task else { return };
        if results.send(Task { number, weight, item: map(item) }).is_err() {
            return;
        }
    }
}

fn collect<O, E>(
    arriving: &Receiver<Task<O>>,
    permits: &Sender<()>,
    take: &mut impl FnMut(O) -> Result<(), E>,
) -> Result<(), E> {
    let mut early = BTreeMap::new();
    let mut next = 0;
    for task in arriving {
        early.insert(task.number, task);
        while let Some(Task { weight, item, .. }) = early.remove(&next) {
            take(item)?;
            next += 1;
            permit(permits, weight);
        }
    }
    Ok(())
}
