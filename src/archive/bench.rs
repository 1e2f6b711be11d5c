//! Any order in, given order out: a bench at which workers fetch items, and from which what they made is taken in the order of
//! the items. At most a few items more than there are workers are under way.

use std::{
    collections::BTreeMap,
    hint::spin_loop,
    sync::{
        Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

/// Maps items on so many threads and hands the results over in the order of the items. The caller's thread only takes them: it must
/// not wait for an item while there is something to tell.
///
/// # Errors
/// As soon as `take` fails; the rest of the items is not looked at.
pub fn in_order<I: Send, O: Send, E>(
    items: impl Iterator<Item = I> + Send,
    jobs: usize,
    map: &(impl Fn(I) -> O + Sync),
    take: impl FnMut(O) -> Result<(), E>,
) -> Result<(), E> {
    in_order_weighed(items, jobs, &|_| 1, map, take)
}

/// The same for items of different weight: the heavier they are, the fewer are under way. Whoever is free fetches the next item
/// itself, so that it works on what is still in its cache.
pub(super) fn in_order_weighed<I: Send, O: Send, E>(
    items: impl Iterator<Item = I> + Send,
    jobs: usize,
    weight: &(impl Fn(&I) -> usize + Sync),
    map: &(impl Fn(I) -> O + Sync),
    mut take: impl FnMut(O) -> Result<(), E>,
) -> Result<(), E> {
    let bench = Bench::new(items, jobs * 2 + 1);
    thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| bench.help(weight, map));
        }
        let outcome = bench.lead(&mut take);
        bench.close();
        outcome
    })
}

/// How often one looks for a change before one goes to sleep: some fifty microseconds.
const PATIENCE: usize = 2000;

/// Where items lie before, and results after the work.
struct Bench<N, O> {
    state: Mutex<State<N, O>>,
    /// Something has been put on the bench or taken from it; and how often that was so.
    changed: Condvar,
    changes: AtomicUsize,
    /// The weight that may be under way before the next item is fetched.
    most: usize,
}

struct State<N, O> {
    /// What has not been fetched; nothing while somebody is fetching, or when all has been.
    items: Option<N>,
    fetched: usize,
    /// The weight of all that has been fetched and not yet taken.
    under_way: usize,
    /// What is done, by its number, with its weight.
    done: BTreeMap<usize, (usize, O)>,
    taken: usize,
    /// Whether somebody is fetching.
    is_fetching: bool,
    /// Whether nobody wants more.
    is_closed: bool,
}

/// An item with its number and its weight.
struct Task<I> {
    number: usize,
    weight: usize,
    item: I,
}

impl<I, N: Iterator<Item = I>, O> Bench<N, O> {
    fn new(items: N, most: usize) -> Self {
        let state = State {
            items: Some(items),
            fetched: 0,
            under_way: 0,
            done: BTreeMap::new(),
            taken: 0,
            is_fetching: false,
            is_closed: false,
        };
        let changes = AtomicUsize::new(0);
        Self { state: Mutex::new(state), changed: Condvar::new(), changes, most }
    }

    /// Works until there is nothing left to fetch.
    fn help(&self, weight: &impl Fn(&I) -> usize, map: &impl Fn(I) -> O) {
        let _careful = Careful { bench: self };
        while self.wait_to_fetch() {
            self.work(weight, map);
        }
    }

    /// Takes what is done in its order.
    fn lead<E>(&self, take: &mut impl FnMut(O) -> Result<(), E>) -> Result<(), E> {
        let _careful = Careful { bench: self };
        while let Some(result) = self.next_done() {
            take(result)?;
        }
        Ok(())
    }

    /// Fetches an item and puts what comes of it on the bench.
    fn work(&self, weight: &impl Fn(&I) -> usize, map: &impl Fn(I) -> O) {
        if let Some(Task { number, weight, item }) = self.fetch(weight) {
            let result = map(item);
            self.lock().done.insert(number, (weight, result));
            self.tell_all();
        }
    }

    /// The next item. Only one is fetched at a time, and others may work meanwhile.
    fn fetch(&self, weight: &impl Fn(&I) -> usize) -> Option<Task<I>> {
        let mut items = self.lock().items.take()?;
        let item = items.next();
        let mut state = self.lock();
        state.is_fetching = false;
        self.tell_all();
        let item = item?;
        state.items = Some(items);
        let (number, weight) = (state.fetched, weight(&item).clamp(1, self.most));
        state.fetched += 1;
        state.under_way += weight;
        Some(Task { number, weight, item })
    }

    /// Waits for the right to fetch; `false` when there is nothing left.
    fn wait_to_fetch(&self) -> bool {
        let mut state = self.lock();
        loop {
            if state.is_closed || state.is_exhausted() {
                return false;
            }
            if state.begin_to_fetch(self.most) {
                return true;
            }
            state = self.wait(state);
        }
    }

    /// Waits for the next result; nothing when there will be none.
    fn next_done(&self) -> Option<O> {
        let mut state = self.lock();
        loop {
            let next = state.taken;
            if let Some((weight, result)) = state.done.remove(&next) {
                state.taken += 1;
                state.under_way -= weight;
                self.tell_all();
                return Some(result);
            }
            if state.is_closed || state.is_exhausted() && state.under_way == 0 {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Everybody leaves as soon as possible.
    fn close(&self) {
        self.lock().is_closed = true;
        self.tell_all();
    }

    fn lock(&self) -> MutexGuard<'_, State<N, O>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something has changed.
    fn tell_all(&self) {
        self.changes.fetch_add(1, Ordering::Release);
        self.changed.notify_all();
    }

    /// Waits for a change: at first without sleeping, because to wake somebody takes longer than to fetch an item.
    fn wait<'s>(&'s self, state: MutexGuard<'s, State<N, O>>) -> MutexGuard<'s, State<N, O>> {
        let before = self.changes.load(Ordering::Acquire);
        let is_same = || self.changes.load(Ordering::Acquire) == before;
        drop(state);
        for _ in 0..PATIENCE {
            if !is_same() {
                return self.lock();
            }
            spin_loop();
        }
        let state = self.lock();
        if is_same() {
            self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
        } else {
            state
        }
    }
}

impl<N, O> State<N, O> {
    /// Whether everything has been fetched.
    fn is_exhausted(&self) -> bool {
        self.items.is_none() && !self.is_fetching
    }

    /// Claims the right to fetch, if nobody has it and not too much is under way.
    fn begin_to_fetch(&mut self, most: usize) -> bool {
        let may = self.items.is_some() && !self.is_fetching && self.under_way < most;
        self.is_fetching |= may;
        may
    }
}

/// Somebody at the bench. Whoever panics closes it, so that nobody waits for what will never be done.
struct Careful<'b, I, N: Iterator<Item = I>, O> {
    bench: &'b Bench<N, O>,
}

impl<I, N: Iterator<Item = I>, O> Drop for Careful<'_, I, N, O> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.bench.close();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// Some take longer than others, so that results come in another order.
    fn slowly(number: usize) -> usize {
        thread::sleep(Duration::from_micros((number * 7919 % 13) as u64 * 50));
        number * number
    }

    #[test]
    fn results_come_in_the_order_of_the_items() {
        for jobs in [1, 2, 3, 8] {
            let mut results = Vec::new();
            let outcome = in_order(0..200, jobs, &slowly, |result| {
                results.push(result);
                Ok::<(), ()>(())
            });
            assert_eq!(outcome, Ok(()));
            assert_eq!(results, (0..200).map(|number| number * number).collect::<Vec<_>>());
        }
    }

    #[test]
    fn nothing_is_done_with_nothing() {
        let outcome = in_order(std::iter::empty::<u8>(), 4, &|item| item, |_| Err("an item"));
        assert_eq!(outcome, Ok(()));
    }

    #[test]
    fn what_is_done_is_taken_while_the_next_item_is_awaited() {
        for jobs in [1, 2, 3] {
            let (told, heard) = std::sync::mpsc::channel();
            // The last item comes only after everything before it has been taken, as through a pipe that stays open.
            let items = (0..10).chain(std::iter::once_with(move || {
                let taken = heard.iter().take(10).count();
                assert_eq!(taken, 10);
                10
            }));
            let mut taken = 0;
            let outcome = in_order(items, jobs, &|number| number, |number| {
                taken += 1;
                // Nobody listens any more when the last one comes.
                let _ = told.send(number);
                Ok::<(), ()>(())
            });
            assert_eq!((outcome, taken), (Ok(()), 11), "{jobs}");
        }
    }

    #[test]
    fn whoever_has_enough_stops_all() {
        let fetched = AtomicUsize::new(0);
        let items = (0..1_000_000).inspect(|_| {
            fetched.fetch_add(1, Ordering::Relaxed);
        });
        let outcome =
            in_order(items, 3, &slowly, |result| if result > 400 { Err(result) } else { Ok(()) });
        assert_eq!(outcome, Err(441));
        assert!(fetched.load(Ordering::Relaxed) < 40);
    }

    #[test]
    fn heavy_items_keep_others_from_being_fetched() {
        let under_way = AtomicUsize::new(0);
        let largest = AtomicUsize::new(0);
        let items = (0..100).inspect(|_| {
            let now = under_way.fetch_add(1, Ordering::SeqCst) + 1;
            largest.fetch_max(now, Ordering::SeqCst);
        });
        let outcome = in_order_weighed(items, 4, &|_| 100, &slowly, |_| {
            under_way.fetch_sub(1, Ordering::SeqCst);
            Ok::<(), ()>(())
        });
        assert_eq!(outcome, Ok(()));
        // One that is done and being taken, one that is being made.
        assert!(largest.load(Ordering::SeqCst) <= 2);
    }

    #[test]
    #[should_panic(expected = "no room")]
    fn a_leader_that_panics_waits_for_nobody() {
        let _ = in_order(0..1000, 3, &slowly, |result| {
            assert!(result < 100, "no room");
            Ok::<(), ()>(())
        });
    }

    #[test]
    #[should_panic(expected = "scoped thread panicked")]
    fn a_worker_that_panics_is_not_waited_for() {
        let panics = |number: usize| {
            assert!(number != 7, "a helper gives up");
            number
        };
        let _ = in_order(0..1000, 3, &panics, |_| Ok::<(), ()>(()));
    }
}
