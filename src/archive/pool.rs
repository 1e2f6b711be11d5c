//! Worker threads in order: items are mapped on several threads, and the results are consumed in the order of the items. At most a
//! few items more than there are workers are in flight.
//!
//! There is no feeding thread and no collecting thread: a worker that is free fetches the next item itself, so that it works on what is
//! still in its cache, and delivers whatever result is due.

use std::{
    collections::BTreeMap,
    hint::spin_loop,
    mem,
    sync::{
        Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

/// More threads than this do not help on any machine.
const MAX_JOBS: usize = 256;

/// How often a worker looks for a change before it goes to sleep: some fifty microseconds.
const SPINS: usize = 2000;

/// Worker threads that return results in the order of the items.
///
/// ```
/// use arbiter::archive::OrderedPool;
///
/// let mut squares = Vec::new();
/// let outcome = OrderedPool::new(4).run(1..=5, &|number| number * number, |square| {
///     squares.push(square);
///     Ok::<(), ()>(())
/// });
/// assert_eq!((outcome, squares), (Ok(()), vec![1, 4, 9, 16, 25]));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct OrderedPool {
    jobs: usize,
}

impl OrderedPool {
    /// A pool of `jobs` threads, one of which is the caller's.
    pub fn new(jobs: usize) -> Self {
        Self { jobs: jobs.clamp(1, MAX_JOBS) }
    }

    /// Maps the items and consumes each result as soon as it and all results before it are ready.
    ///
    /// # Errors
    /// As soon as `consume` fails; the remaining items are not fetched.
    pub fn run<I: Send, O: Send, E: Send>(
        self,
        items: impl Iterator<Item = I> + Send,
        map: &(impl Fn(I) -> O + Sync),
        consume: impl FnMut(O) -> Result<(), E> + Send,
    ) -> Result<(), E> {
        self.run_weighted(items, &|_| 1, map, consume)
    }

    /// The same for items of different weight: the heavier they are, the fewer are in flight.
    pub(super) fn run_weighted<I: Send, O: Send, E: Send>(
        self,
        items: impl Iterator<Item = I> + Send,
        weight: &(impl Fn(&I) -> usize + Sync),
        map: &(impl Fn(I) -> O + Sync),
        consume: impl FnMut(O) -> Result<(), E> + Send,
    ) -> Result<(), E> {
        let queue = Queue::new(items, consume, self.jobs * 2 + 1);
        thread::scope(|scope| {
            for _ in 1..self.jobs {
                scope.spawn(|| queue.work(weight, map));
            }
            queue.work(weight, map);
        });
        queue.into_outcome()
    }
}

/// What the workers share: the items to fetch and the results to consume.
struct Queue<N, O, F, E> {
    state: Mutex<PoolState<N, O, F, E>>,
    /// Signalled when there is something to fetch, room for it, or nothing left.
    changed: Condvar,
    /// How often that has happened.
    changes: AtomicUsize,
    /// The weight in flight at which no further item is fetched.
    max_in_flight: usize,
}

struct PoolState<N, O, F, E> {
    items: Items<N>,
    fetched: usize,
    /// The weight of everything fetched and not yet consumed.
    in_flight: usize,
    /// Finished results with their weights, by the number of their item.
    finished: BTreeMap<usize, (usize, O)>,
    consumed: usize,
    /// The consumer; `None` while a worker is using it, or after it failed.
    consume: Option<F>,
    outcome: Result<(), E>,
    /// How many workers are asleep: without sleepers no system call is needed to wake them.
    sleepers: usize,
}

/// The items that have not been fetched.
enum Items<N> {
    Ready(N),
    /// A worker is fetching the next one.
    InUse,
    /// All items have been fetched, or no more are needed.
    Exhausted,
}

/// An item with its number and its weight.
struct NumberedItem<I> {
    number: usize,
    weight: usize,
    item: I,
}

impl<I, N, O, F, E> Queue<N, O, F, E>
where
    N: Iterator<Item = I>,
    F: FnMut(O) -> Result<(), E>,
{
    fn new(items: N, consume: F, max_in_flight: usize) -> Self {
        let state = PoolState {
            items: Items::Ready(items),
            fetched: 0,
            in_flight: 0,
            finished: BTreeMap::new(),
            consumed: 0,
            consume: Some(consume),
            outcome: Ok(()),
            sleepers: 0,
        };
        let changes = AtomicUsize::new(0);
        Self { state: Mutex::new(state), changed: Condvar::new(), changes, max_in_flight }
    }

    fn into_outcome(self) -> Result<(), E> {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner).outcome
    }

    /// Works until there is nothing left to fetch.
    fn work(&self, weight: &impl Fn(&I) -> usize, map: &impl Fn(I) -> O) {
        let _guard = CloseOnPanic { queue: self };
        while let Some(items) = self.wait_for_items() {
            if let Some(NumberedItem { number, weight, item }) = self.fetch(items, weight) {
                let result = map(item);
                self.deliver(number, weight, result);
            }
        }
    }

    /// Waits for the right to fetch; `None` when all items have been fetched.
    fn wait_for_items(&self) -> Option<N> {
        let mut state = self.lock();
        loop {
            match mem::replace(&mut state.items, Items::InUse) {
                Items::Ready(items) if state.in_flight < self.max_in_flight => return Some(items),
                Items::Exhausted => {
                    state.items = Items::Exhausted;
                    return None;
                }
                unchanged @ (Items::Ready(_) | Items::InUse) => state.items = unchanged,
            }
            state = self.wait(state);
        }
    }

    /// The next item. Only one worker fetches at a time; the others go on with their work.
    fn fetch(&self, mut items: N, weight: &impl Fn(&I) -> usize) -> Option<NumberedItem<I>> {
        let item = items.next();
        let mut state = self.lock();
        if matches!(state.items, Items::InUse) {
            state.items = if item.is_some() { Items::Ready(items) } else { Items::Exhausted };
        }
        self.notify(&state);
        let item = item?;
        let (number, weight) = (state.fetched, weight(&item).clamp(1, self.max_in_flight));
        state.fetched += 1;
        state.in_flight += weight;
        Some(NumberedItem { number, weight, item })
    }

    /// Stores a result and consumes what is due. If another worker is consuming, it will find the result.
    fn deliver(&self, number: usize, weight: usize, result: O) {
        let mut state = self.lock();
        state.finished.insert(number, (weight, result));
        while let Some((mut consume, weight, result)) = state.next_due() {
            drop(state);
            let outcome = consume(result);
            state = self.lock();
            state.consumed += 1;
            state.in_flight -= weight;
            if outcome.is_ok() {
                state.consume = Some(consume);
            } else {
                state.outcome = outcome;
                state.items = Items::Exhausted;
            }
            self.notify(&state);
        }
    }

    /// Ends the work of all workers as soon as possible.
    fn close(&self) {
        let mut state = self.lock();
        state.items = Items::Exhausted;
        self.notify(&state);
    }

    fn lock(&self) -> MutexGuard<'_, PoolState<N, O, F, E>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes the workers that wait for a change.
    fn notify(&self, state: &PoolState<N, O, F, E>) {
        self.changes.fetch_add(1, Ordering::Release);
        if state.sleepers > 0 {
            self.changed.notify_all();
        }
    }

    /// Waits for a change, at first without sleeping: waking a thread takes longer than fetching an item.
    fn wait<'s>(
        &'s self,
        state: MutexGuard<'s, PoolState<N, O, F, E>>,
    ) -> MutexGuard<'s, PoolState<N, O, F, E>> {
        let before = self.changes.load(Ordering::Acquire);
        let is_unchanged = || self.changes.load(Ordering::Acquire) == before;
        drop(state);
        for _ in 0..SPINS {
            if !is_unchanged() {
                return self.lock();
            }
            spin_loop();
        }
        let mut state = self.lock();
        if is_unchanged() {
            state.sleepers += 1;
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.sleepers -= 1;
        }
        state
    }
}

impl<N, O, F, E> PoolState<N, O, F, E> {
    /// The next result with its weight, and the consumer, if both are there.
    fn next_due(&mut self) -> Option<(F, usize, O)> {
        let is_finished = self.finished.contains_key(&self.consumed);
        let consume = self.consume.take_if(|_| is_finished)?;
        let (weight, result) = self.finished.remove(&self.consumed)?;
        Some((consume, weight, result))
    }
}

/// Closes the queue when its worker panics, so that no other worker waits for a result that never comes.
struct CloseOnPanic<'q, I, N, O, F, E>
where
    N: Iterator<Item = I>,
    F: FnMut(O) -> Result<(), E>,
{
    queue: &'q Queue<N, O, F, E>,
}

impl<I, N, O, F, E> Drop for CloseOnPanic<'_, I, N, O, F, E>
where
    N: Iterator<Item = I>,
    F: FnMut(O) -> Result<(), E>,
{
    fn drop(&mut self) {
        if thread::panicking() {
            self.queue.close();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{panic::catch_unwind, time::Duration};

    /// Takes a different time for each item, so that results are ready in another order.
    fn slowly(number: usize) -> usize {
        thread::sleep(Duration::from_micros((number * 7919 % 13) as u64 * 50));
        number * number
    }

    #[test]
    fn results_come_in_the_order_of_the_items() {
        for jobs in [1, 2, 3, 8] {
            let mut results = Vec::new();
            let outcome = OrderedPool::new(jobs).run(0..200, &slowly, |result| {
                results.push(result);
                Ok::<(), ()>(())
            });
            assert_eq!(outcome, Ok(()));
            assert_eq!(results, (0..200).map(|number| number * number).collect::<Vec<_>>());
        }
    }

    #[test]
    fn no_items_are_no_work() {
        let outcome =
            OrderedPool::new(4).run(std::iter::empty::<u8>(), &|item| item, |_| Err("an item"));
        assert_eq!(outcome, Ok(()));
    }

    #[test]
    fn results_are_consumed_while_the_next_item_is_awaited() {
        for jobs in [1, 2, 3] {
            let (sender, receiver) = std::sync::mpsc::channel();
            // The last item comes only after all results before it are consumed, as through a pipe that stays open.
            let items = (0..10).chain(std::iter::once_with(move || {
                let taken = receiver.iter().take(10).count();
                assert_eq!(taken, 10);
                10
            }));
            let mut taken = 0;
            let outcome = OrderedPool::new(jobs).run(items, &|number| number, |number| {
                taken += 1;
                // The receiver is gone when the last result comes.
                let _ = sender.send(number);
                Ok::<(), ()>(())
            });
            assert_eq!((outcome, taken), (Ok(()), 11), "{jobs}");
        }
    }

    #[test]
    fn a_consumer_that_fails_stops_all_workers() {
        let fetched = AtomicUsize::new(0);
        let items = (0..1_000_000).inspect(|_| {
            fetched.fetch_add(1, Ordering::Relaxed);
        });
        let outcome = OrderedPool::new(3)
            .run(items, &slowly, |result| if result > 400 { Err(result) } else { Ok(()) });
        assert_eq!(outcome, Err(441));
        assert!(fetched.load(Ordering::Relaxed) < 40);
    }

    #[test]
    fn heavy_items_are_fetched_one_at_a_time() {
        let in_flight = AtomicUsize::new(0);
        let largest = AtomicUsize::new(0);
        let items = (0..100).inspect(|_| {
            let now = in_flight.fetch_add(1, Ordering::SeqCst) + 1;
            largest.fetch_max(now, Ordering::SeqCst);
        });
        let outcome = OrderedPool::new(4).run_weighted(items, &|_| 100, &slowly, |_| {
            in_flight.fetch_sub(1, Ordering::SeqCst);
            Ok::<(), ()>(())
        });
        assert_eq!(outcome, Ok(()));
        // One is being consumed, one is being mapped.
        assert!(largest.load(Ordering::SeqCst) <= 2);
    }

    #[test]
    fn no_worker_waits_for_a_consumer_that_panics() {
        let consume = |result| {
            assert!(result < 100, "no room");
            Ok::<(), ()>(())
        };
        assert!(catch_unwind(|| OrderedPool::new(3).run(0..1000, &slowly, consume)).is_err());
    }

    #[test]
    fn no_worker_waits_for_a_worker_that_panics() {
        let panics = |number: usize| {
            assert!(number != 7, "a worker gives up");
            number
        };
        assert!(
            catch_unwind(|| OrderedPool::new(3).run(0..1000, &panics, |_| Ok::<(), ()>(())))
                .is_err()
        );
    }
}
