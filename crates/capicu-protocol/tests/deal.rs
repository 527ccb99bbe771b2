//! The examples of `docs/deal.md`, dealt by the engine and by the page's own steps. Only hashes and the cipher come
//! from libraries.

use capicu::fair::Seed;
use capicu::{Game, Match, Seat};
use chacha20::cipher::{KeyIvInit as _, StreamCipher as _};
use sha2::{Digest as _, Sha256};

const PAGE: &str = include_str!("../../../docs/deal.md");

fn examples() -> &'static str {
    let from = PAGE.find("```text\n").expect("the page has examples") + 8;
    let to = PAGE[from..].find("```").expect("the examples end") + from;
    &PAGE[from..to]
}

fn seed() -> [u8; 32] {
    std::array::from_fn(|at| at as u8)
}

fn h(parts: &[&[u8]]) -> [u8; 32] {
    let mut bytes = b"capicu-deal-1".to_vec();
    for part in parts {
        bytes.push(b'/');
        bytes.extend_from_slice(part);
    }
    Sha256::digest(bytes).into()
}

/// The words of the generator; 1024 are enough for any deal here.
fn words(key: [u8; 32]) -> impl Iterator<Item = u32> {
    let mut bytes = vec![0; 4096];
    chacha20::ChaCha20Legacy::new(&key.into(), &[0; 8].into()).apply_keystream(&mut bytes);
    let words: Vec<u32> = bytes
        .chunks_exact(4)
        .map(|word| u32::from_le_bytes(word.try_into().expect("four bytes")))
        .collect();
    words.into_iter()
}

fn below(words: &mut impl Iterator<Item = u32>, n: usize) -> usize {
    loop {
        let product = u64::from(words.next().expect("enough words")) * n as u64;
        if product % (1 << 32) >= (1 << 32) % n as u64 {
            return (product >> 32) as usize;
        }
    }
}

fn tiles() -> Vec<(u8, u8)> {
    (0..=6)
        .flat_map(|high| (0..=high).map(move |low| (high, low)))
        .collect()
}

fn line(tiles: &[(u8, u8)]) -> String {
    let tiles: Vec<String> = tiles.iter().map(|(a, b)| format!("{a}-{b}")).collect();
    tiles.join(" ")
}

fn deal_by_the_page(players: usize, hand: usize, number: u32) -> String {
    let words = &mut words(h(&[b"deal", &seed(), &number.to_be_bytes()]));
    let mut pile = tiles();
    for i in (1..pile.len()).rev() {
        pile.swap(i, below(words, i + 1));
    }
    let mut text = format!("deal {number}\n");
    for seat in 0..players {
        let mut hand = pile[seat * hand..(seat + 1) * hand].to_vec();
        hand.sort();
        text += &format!("  seat {seat}    {}\n", line(&hand));
    }
    if pile.len() > players * hand {
        text += &format!("  asleep    {}\n", line(&pile[players * hand..]));
    }
    text + &format!("  lot       {}\n", words.next().expect("enough words"))
}

fn turned_up_by_the_page(players: usize) -> String {
    let words = &mut words(h(&[b"set", &seed(), &0_u32.to_be_bytes()]));
    let mut left = tiles();
    let mut turned = Vec::new();
    for _ in 0..players {
        let at = below(words, left.len());
        turned.push(left.swap_remove(at));
    }
    format!("turned up   {}\n", line(&turned))
}

fn deal_by_the_engine(game: &str, players: u8, number: u32) -> String {
    let rules = Game::by_id(game).unwrap().rules(players).unwrap();
    let deal = Seed::new(seed()).deal(&rules, number);
    let mut text = format!("deal {number}\n");
    for seat in Seat::all(players) {
        text += &format!("  seat {seat}    {}\n", deal.hands()[seat]);
    }
    let boneyard: Vec<String> = deal.boneyard().iter().map(ToString::to_string).collect();
    if !boneyard.is_empty() {
        text += &format!("  asleep    {}\n", boneyard.join(" "));
    }
    text + &format!("  lot       {}\n", deal.lot())
}

fn head() -> String {
    format!(
        "seed        {}\ncommitment  {}\n",
        Seed::new(seed()),
        Seed::new(seed()).commitment()
    )
}

#[test]
fn engine_deals_the_examples_of_the_page() {
    let rules = Game::by_id("club").unwrap().rules(2).unwrap();
    let turned = Seed::new(seed()).turn_up(&Match::new(rules), 0);
    let turned: Vec<String> = turned.iter().flatten().map(ToString::to_string).collect();
    let text = [
        head(),
        "game        jamaican-partner 4\n".into(),
        deal_by_the_engine("jamaican-partner", 4, 0),
        deal_by_the_engine("jamaican-partner", 4, 1),
        "game        club 2\n".into(),
        format!("turned up   {}\n", turned.join(" ")),
        deal_by_the_engine("club", 2, 0),
    ];
    assert_eq!(text.concat(), examples());
}

#[test]
fn steps_of_the_page_deal_its_examples() {
    let commitment: String = h(&[b"commitment", &seed()])
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    assert!(examples().contains(&commitment));
    assert!(PAGE.contains(capicu::fair::ALGORITHM));
    let text = [
        head(),
        "game        jamaican-partner 4\n".into(),
        deal_by_the_page(4, 7, 0),
        deal_by_the_page(4, 7, 1),
        "game        club 2\n".into(),
        turned_up_by_the_page(2),
        deal_by_the_page(2, 5, 0),
    ];
    assert_eq!(text.concat(), examples());
}
