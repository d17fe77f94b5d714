//! Scan and sort against the standard library.

use tangency_kernels::{host, scan, sort};

/// A small generator of numbers that look random (SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

const LENGTHS: [usize; 15] = [
    0, 1, 2, 31, 32, 33, 63, 64, 65, 255, 4095, 4096, 4097, 100_000, 300_001,
];

fn check_scan(counts: &[u32]) {
    let expected: Vec<u32> = counts
        .iter()
        .scan(0_u32, |total, &count| {
            let before = *total;
            *total = total.wrapping_add(count);
            Some(before)
        })
        .collect();
    assert_eq!(host::scanned(counts), expected, "{} counts", counts.len());
}

#[test]
fn scan_is_the_sum_of_what_stands_before() {
    let mut numbers = Numbers(1);
    for len in LENGTHS {
        check_scan(&vec![1; len]);
        check_scan(&vec![u32::MAX; len]);
        check_scan(
            &(0..len)
                .map(|_| (numbers.next() % 7) as u32)
                .collect::<Vec<_>>(),
        );
        check_scan(&(0..len).map(|_| numbers.next() as u32).collect::<Vec<_>>());
    }
}

#[test]
fn scan_launches_are_few() {
    assert_eq!(scan::Plan::new(0).launches().count(), 0);
    assert_eq!(scan::Plan::new(scan::CHUNK).launches().count(), 1);
    assert_eq!(scan::Plan::new(scan::CHUNK + 1).launches().count(), 2);
    assert_eq!(
        scan::Plan::new(scan::CHUNK * scan::CHUNK + 1)
            .launches()
            .count(),
        4
    );
}

fn check_sort<K: sort::Key>(keys: &[K], bits: u32) {
    let mut expected: Vec<(K, u32)> = keys.iter().copied().zip(0..).collect();
    expected.sort_by_key(|pair| pair.0);
    let (sorted, order) = host::sorted(keys, bits);
    assert!(
        sorted.into_iter().zip(order).eq(expected),
        "{} keys of {bits} bits",
        keys.len()
    );
}

#[test]
fn sort_is_stable_and_ordered() {
    let mut numbers = Numbers(2);
    for len in LENGTHS {
        check_sort(
            &(0..len).map(|_| numbers.next() as u32).collect::<Vec<_>>(),
            32,
        );
        check_sort(
            &(0..len)
                .map(|_| numbers.next() as u32 >> 2)
                .collect::<Vec<_>>(),
            30,
        );
        check_sort(&(0..len).map(|_| numbers.next()).collect::<Vec<_>>(), 64);
        check_sort(
            &(0..len).map(|_| numbers.next() >> 1).collect::<Vec<_>>(),
            63,
        );
    }
}

#[test]
fn sort_of_equal_rising_falling_and_few_keys() {
    let mut numbers = Numbers(3);
    for len in LENGTHS {
        check_sort(&vec![u32::MAX; len], 32);
        check_sort(&vec![0_u64; len], 63);
        check_sort(&(0..len as u32).collect::<Vec<_>>(), 32);
        check_sort(&(0..len as u32).rev().collect::<Vec<_>>(), 32);
        check_sort(
            &(0..len)
                .map(|_| (numbers.next() % 3) as u32 * 0x1111_1111)
                .collect::<Vec<_>>(),
            32,
        );
    }
}
