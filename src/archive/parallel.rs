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
    archive::{Block, Blocks, InputError, LARGEST_GAME},
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
        in_order(blocks, jobs, &done, |item| line.next(item?))
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
        match work.end {
            End::Open if block.bytes.len() < LARGEST_GAME => {
                self.held = Some(block);
                Ok(())
            }
            End::Open => self.give_up(block),
            End::Closed => self.hand_over(&block, work.fruit),
        }
    }

    /// What is open for so long will not be closed.
    fn give_up(&mut self, mut block: Block) -> Result<(), Stop> {
        block.position =
            if block.position == Position::First { Position::Whole } else { Position::Last };
        let work = (self.work)(&block);
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
    mut take: impl FnMut(O) -> Result<(), E>,
) -> Result<(), E> {
    let (permits, permitted) = channel();
    let (tasks, waiting) = sync_channel(jobs);
    let (results, arriving) = channel();
    let waiting = Mutex::new(waiting);
    for _ in 0..=jobs * 2 {
        permit(&permits);
    }
    thread::scope(|scope| {
        let waiting = &waiting;
        scope.spawn(move || produce(items, &permitted, &tasks));
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

/// Allows one more item to be under way. A producer that has finished needs none.
fn permit(permits: &Sender<()>) {
    let _ = permits.send(());
}

fn produce<I>(
    items: impl Iterator<Item = I>,
    permitted: &Receiver<()>,
    tasks: &SyncSender<(usize, I)>,
) {
    for task in items.enumerate() {
        if permitted.recv().is_err() || tasks.send(task).is_err() {
            return;
        }
    }
}

fn work<I, O>(
    waiting: &Mutex<Receiver<(usize, I)>>,
    map: &impl Fn(I) -> O,
    results: &Sender<(usize, O)>,
) {
    loop {
        let task = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((number, item)) = task else { return };
        if results.send((number, map(item))).is_err() {
            return;
        }
    }
}

fn collect<O, E>(
    arriving: &Receiver<(usize, O)>,
    permits: &Sender<()>,
    take: &mut impl FnMut(O) -> Result<(), E>,
) -> Result<(), E> {
    let mut early = BTreeMap::new();
    let mut next = 0;
    for (number, result) in arriving {
        early.insert(number, result);
        while let Some(result) = early.remove(&next) {
            take(result)?;
            next += 1;
            permit(permits);
        }
    }
    Ok(())
}
