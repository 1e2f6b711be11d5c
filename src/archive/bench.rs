//! Any order in, given order out: a bench at which workers fetch items, and from which what they made is taken in the order of
//! the items. At most a few items more than there are workers are under way.

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

/// Maps items on so many threads, of which the caller's is one, and hands the results over in the order of the items. Nobody waits
/// for an item while there is something to tell.
///
/// # Errors
/// As soon as `take` fails; the rest of the items is not looked at.
pub fn in_order<I: Send, O: Send, E: Send>(
    items: impl Iterator<Item = I> + Send,
    jobs: usize,
    map: &(impl Fn(I) -> O + Sync),
    take: impl FnMut(O) -> Result<(), E> + Send,
) -> Result<(), E> {
    in_order_weighed(items, jobs, &|_| 1, map, take)
}

/// The same for items of different weight: the heavier they are, the fewer are under way. Whoever is free fetches the next item
/// itself, so that it works on what is still in its cache.
pub(super) fn in_order_weighed<I: Send, O: Send, E: Send>(
    items: impl Iterator<Item = I> + Send,
    jobs: usize,
    weight: &(impl Fn(&I) -> usize + Sync),
    map: &(impl Fn(I) -> O + Sync),
    take: impl FnMut(O) -> Result<(), E> + Send,
) -> Result<(), E> {
    let jobs = jobs.clamp(1, MOST_JOBS);
    let bench = Bench::new(items, take, jobs * 2 + 1);
    thread::scope(|scope| {
        for _ in 1..jobs {
            scope.spawn(|| bench.work(weight, map));
        }
        bench.work(weight, map);
    });
    bench.into_outcome()
}

/// More threads than this are no help on any machine, whatever is asked for.
const MOST_JOBS: usize = 256;

/// How often one looks for a change before one goes to sleep: some fifty microseconds.
const PATIENCE: usize = 2000;

/// Where items lie before, and results after the work.
struct Bench<N, O, F, E> {
    state: Mutex<State<N, O, F, E>>,
    /// There is something to fetch again, or room for it, or nothing any more; and how often that was so.
    changed: Condvar,
    changes: AtomicUsize,
    /// The weight that may be under way before the next item is fetched.
    most: usize,
}

struct State<N, O, F, E> {
    supply: Supply<N>,
    fetched: usize,
    /// The weight of all that has been fetched and not yet taken.
    under_way: usize,
    /// What is done, by its number, with its weight.
    done: BTreeMap<usize, (usize, O)>,
    taken: usize,
    /// Who takes what is done; nobody while that is happening.
    take: Option<F>,
    /// Whether all could be taken so far.
    outcome: Result<(), E>,
    /// How many have gone to sleep: where there are none, nobody need call the system to wake them.
    sleepers: usize,
}

/// What has not been fetched.
enum Supply<N> {
    There(N),
    /// Somebody is fetching.
    Away,
    /// All has been fetched, or nobody wants more.
    Gone,
}

/// An item with its number and its weight.
struct Task<I> {
    number: usize,
    weight: usize,
    item: I,
}

impl<I, N, O, F, E> Bench<N, O, F, E>
where
    N: Iterator<Item = I>,
    F: FnMut(O) -> Result<(), E>,
{
    fn new(items: N, take: F, most: usize) -> Self {
        let state = State {
            supply: Supply::There(items),
            fetched: 0,
            under_way: 0,
            done: BTreeMap::new(),
            taken: 0,
            take: Some(take),
            outcome: Ok(()),
            sleepers: 0,
        };
        let changes = AtomicUsize::new(0);
        Self { state: Mutex::new(state), changed: Condvar::new(), changes, most }
    }

    fn into_outcome(self) -> Result<(), E> {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner).outcome
    }

    /// Works until there is nothing left to fetch.
    fn work(&self, weight: &impl Fn(&I) -> usize, map: &impl Fn(I) -> O) {
        let _careful = Careful { bench: self };
        while let Some(items) = self.wait_for_items() {
            if let Some(Task { number, weight, item }) = self.fetch(items, weight) {
                let result = map(item);
                self.hand_over(number, weight, result);
            }
        }
    }

    /// Waits for the right to fetch; nothing when all has been fetched.
    fn wait_for_items(&self) -> Option<N> {
        let mut state = self.lock();
        loop {
            match mem::replace(&mut state.supply, Supply::Away) {
                Supply::There(items) if state.under_way < self.most => return Some(items),
                Supply::Gone => {
                    state.supply = Supply::Gone;
                    return None;
                }
                others => state.supply = others,
            }
            state = self.wait(state);
        }
    }

    /// The next item. Only one is fetched at a time, and others may work meanwhile.
    fn fetch(&self, mut items: N, weight: &impl Fn(&I) -> usize) -> Option<Task<I>> {
        let item = items.next();
        let mut state = self.lock();
        if matches!(state.supply, Supply::Away) {
            state.supply = if item.is_some() { Supply::There(items) } else { Supply::Gone };
        }
        self.tell_all(&state);
        let item = item?;
        let (number, weight) = (state.fetched, weight(&item).clamp(1, self.most));
        state.fetched += 1;
        state.under_way += weight;
        Some(Task { number, weight, item })
    }

    /// Puts a result on the bench, and takes from it what is due. If somebody is doing that, the result will not be overlooked.
    fn hand_over(&self, number: usize, weight: usize, result: O) {
        let mut state = self.lock();
        state.done.insert(number, (weight, result));
        while let Some((mut take, weight, result)) = state.due() {
            drop(state);
            let outcome = take(result);
            state = self.lock();
            state.taken += 1;
            state.under_way -= weight;
            if outcome.is_ok() {
                state.take = Some(take);
            } else {
                state.outcome = outcome;
                state.supply = Supply::Gone;
            }
            self.tell_all(&state);
        }
    }

    /// Everybody leaves as soon as possible.
    fn close(&self) {
        let mut state = self.lock();
        state.supply = Supply::Gone;
        self.tell_all(&state);
    }

    fn lock(&self) -> MutexGuard<'_, State<N, O, F, E>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something has changed.
    fn tell_all(&self, state: &State<N, O, F, E>) {
        self.changes.fetch_add(1, Ordering::Release);
        if state.sleepers > 0 {
            self.changed.notify_all();
        }
    }

    /// Waits for a change: at first without sleeping, because to wake somebody takes longer than to fetch an item.
    fn wait<'s>(
        &'s self,
        state: MutexGuard<'s, State<N, O, F, E>>,
    ) -> MutexGuard<'s, State<N, O, F, E>> {
        let before = self.changes.load(Ordering::Acquire);
        let is_same = || self.changes.load(Ordering::Acquire) == before;
        drop(state);
        for _ in 0..PATIENCE {
            if !is_same() {
                return self.lock();
            }
            spin_loop();
        }
        let mut state = self.lock();
        if is_same() {
            state.sleepers += 1;
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.sleepers -= 1;
        }
        state
    }
}

impl<N, O, F, E> State<N, O, F, E> {
    /// The result that comes next, with its weight and with the one who takes it, if both are there.
    fn due(&mut self) -> Option<(F, usize, O)> {
        let is_done = self.done.contains_key(&self.taken);
        let take = self.take.take_if(|_| is_done)?;
        let (weight, result) = self.done.remove(&self.taken)?;
        Some((take, weight, result))
    }
}

/// Somebody at the bench. Whoever panics closes it, so that nobody waits for what will never be done.
struct Careful<'b, I, N, O, F, E>
where
    N: Iterator<Item = I>,
    F: FnMut(O) -> Result<(), E>,
{
    bench: &'b Bench<N, O, F, E>,
}

impl<I, N, O, F, E> Drop for Careful<'_, I, N, O, F, E>
where
    N: Iterator<Item = I>,
    F: FnMut(O) -> Result<(), E>,
{
    fn drop(&mut self) {
        if thread::panicking() {
            self.bench.close();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{panic::catch_unwind, time::Duration};

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
    fn a_taker_that_panics_is_not_waited_for() {
        let full = |result| {
            assert!(result < 100, "no room");
            Ok::<(), ()>(())
        };
        assert!(catch_unwind(|| in_order(0..1000, 3, &slowly, full)).is_err());
    }

    #[test]
    fn a_worker_that_panics_is_not_waited_for() {
        let panics = |number: usize| {
            assert!(number != 7, "a worker gives up");
            number
        };
        assert!(catch_unwind(|| in_order(0..1000, 3, &panics, |_| Ok::<(), ()>(()))).is_err());
    }
}
