//! Numbers of ways: fast floating-point ones and exact ones.

use crate::chance::EXACT;

/// The number of tiles in the largest set.
const MOST: usize = 190;

/// The most things to choose from: the tiles, and a few separators.
#[cfg(test)]
const MOST_THINGS: usize = MOST + 16;

/// The most things whose numbers of ways are in a table: the tiles of double-twelve, and a few separators.
const LISTED: usize = 91 + 16;

/// A number of ways.
pub(super) trait Number: Copy {
    const NONE: Self;
    const ONE: Self;

    /// The number of ways to choose `k` of `n` things, with `k` at most `n` and `n` at most 206.
    fn choose(n: u8, k: u8) -> Self;

    fn add(self, other: Self) -> Self;

    fn times(self, other: Self) -> Self;
}

/// Exact below 2^53, and a rounded value above.
impl Number for f64 {
    const NONE: Self = 0.0;
    const ONE: Self = 1.0;

    #[inline(always)]
    fn choose(n: u8, k: u8) -> Self {
        let k = k.min(n - k);
        match usize::from(n) {
            listed @ 0..=LISTED => CHOOSE[row(listed) + usize::from(k)],
            _ => many(n, k),
        }
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self + other
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        self * other
    }
}

/// Exact, or `None` if the number is too large.
pub(super) type Wide = Option<u128>;

impl Number for Wide {
    const NONE: Self = Some(0);
    const ONE: Self = Some(1);

    fn choose(n: u8, k: u8) -> Self {
        let fast = <f64 as Number>::choose(n, k);
        if fast < EXACT {
            return Some(fast as u128);
        }
        whole(n, k.min(n - k))
    }

    fn add(self, other: Self) -> Self {
        self?.checked_add(other?)
    }

    fn times(self, other: Self) -> Self {
        if self == Some(0) || other == Some(0) {
            return Some(0);
        }
        self?.checked_mul(other?)
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Ratio {
    /// The exponent of every prime, negative in the denominator.
    powers: [i16; MOST + 1],
}

impl Ratio {
    /// A product of factorials divided by another. No number exceeds 190.
    pub fn of_factorials(above: impl Iterator<Item = u8>, below: impl Iterator<Item = u8>) -> Self {
        let mut powers = [0; MOST + 1];
        for n in above {
            powers[..=usize::from(n)]
                .iter_mut()
                .for_each(|power| *power += 1);
        }
        for n in below {
            powers[..=usize::from(n)]
                .iter_mut()
                .for_each(|power| *power -= 1);
        }
        for n in (2..=MOST).rev().filter(|n| LEAST_PRIME[*n] < *n as u8) {
            let prime = usize::from(LEAST_PRIME[n]);
            let power = core::mem::take(&mut powers[n]);
            powers[prime] += power;
            powers[n / prime] += power;
        }
        Self { powers }
    }

    /// The primes of the numerator or the denominator, repeated by exponent.
    fn primes(&self, sign: i16) -> impl Iterator<Item = u8> {
        let powers = self.powers.iter().enumerate().skip(2);
        powers.flat_map(move |(prime, power)| {
            let n = (power * sign).max(0);
            core::iter::repeat_n(prime as u8, usize::from(n.unsigned_abs()))
        })
    }

    /// Multiplies a number with this ratio, which must give a whole number: exact if both are below 2^53.
    pub fn times(&self, number: f64) -> f64 {
        let product = |sign| self.primes(sign).map(f64::from).product::<f64>();
        // The denominator divides the number, since it has no factor in common with the numerator.
        number / product(-1) * product(1)
    }

    pub fn times_whole(&self, number: Wide) -> Wide {
        let product = |sign| {
            let mut primes = self.primes(sign).map(u128::from);
            primes.try_fold(1u128, |product, prime| product.checked_mul(prime))
        };
        Some(number? / product(-1)?).times(product(1))
    }
}

/// The least prime factor of every number.
static LEAST_PRIME: [u8; MOST + 1] = {
    let mut table = [0; MOST + 1];
    let mut prime = 2;
    while prime <= MOST {
        let mut times = prime;
        while times <= MOST {
            if table[times] == 0 {
                table[times] = prime as u8;
            }
            times += prime;
        }
        prime += 1;
    }
    table
};

/// The ways to choose `k` of more things than are listed, with `k` at most half of them: exact below 2^53, and within a
/// part in 2^44 above.
#[cold]
fn many(n: u8, k: u8) -> f64 {
    whole(n, k).map_or_else(
        || (1..=k).fold(1.0, |ways, i| ways * f64::from(n - k + i) / f64::from(i)),
        |ways| ways as f64,
    )
}

/// The same in whole numbers, if none on the way is too large. In this order each product is a number of ways.
fn whole(n: u8, k: u8) -> Option<u128> {
    (1..=k).try_fold(1_u128, |ways, i| {
        Some(ways.checked_mul(u128::from(n - k + i))? / u128::from(i))
    })
}

/// The index of row `n` in the table; a row ends in its middle.
const fn row(n: usize) -> usize {
    (n + 1) * (n + 1) / 4
}

static CHOOSE: [f64; row(LISTED + 1)] = {
    let mut table = [1.0; row(LISTED + 1)];
    let mut n = 2;
    while n <= LISTED {
        let mut k = 1;
        while k <= n / 2 {
            // The row before is mirrored beyond its middle.
            let beside = if k < n - k { k } else { k - 1 };
            table[row(n) + k] = table[row(n - 1) + k - 1] + table[row(n - 1) + beside];
            k += 1;
        }
        n += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomials_agree_with_whole_numbers() {
        for n in 0..=MOST_THINGS as u8 {
            for k in 0..=n {
                let fast = <f64 as Number>::choose(n, k);
                let Some(ways) = Wide::choose(n, k) else {
                    assert!(fast > 1e34, "{n} {k}");
                    continue;
                };
                assert!((fast / ways as f64 - 1.0).abs() < 1e-14, "{n} {k}");
                if k > 0 && k < n {
                    let before = Wide::choose(n - 1, k - 1).add(Wide::choose(n - 1, k));
                    assert_eq!(before, Some(ways), "{n} {k}");
                }
            }
        }
        let ratio = Ratio::of_factorials([5, 3].into_iter(), [4, 1].into_iter());
        assert_eq!(
            (ratio.times(7.0), ratio.times_whole(Some(7))),
            (210.0, Some(210))
        );
        let ratio = Ratio::of_factorials([4].into_iter(), [3, 3].into_iter());
        assert_eq!(
            (ratio.times(21.0), ratio.times_whole(Some(21))),
            (14.0, Some(14))
        );
        assert_eq!(Wide::choose(6, 2), Some(15));
        assert_eq!(Wide::choose(5, 5), Some(1));
        assert_eq!(Some(u128::MAX).times(Some(2)), None);
    }
}
