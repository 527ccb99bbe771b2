//! temporary
#![allow(missing_docs, clippy::all)]
use core::sync::atomic::{AtomicU32, Ordering};
pub const N: usize = 40;
const DEF: [f32; N] = { let mut d = [0.0; N];
 d[0]=0.5; d[1]=8.0; d[2]=0.5; d[3]=8.0; d[4]=0.5; d[5]=8.0; d[6]=120.0; d[7]=0.025; d[8]=25.0; d[9]=0.3; d[10]=8.0; d[11]=0.35; d[12]=0.05; d[13]=0.0; d[14]=0.1;
 d[21]=12.0; d[15]=0.65; d[16]=0.95; d[17]=0.1; d };
static V: [AtomicU32; N] = { let mut v = [const { AtomicU32::new(0) }; N]; let mut i = 0; while i < N { v[i] = AtomicU32::new(DEF[i].to_bits()); i += 1; } v };
#[inline(always)]
pub fn get(i: usize) -> f32 { f32::from_bits(V[i].load(Ordering::Relaxed)) }
pub fn reset() { for i in 0..N { set(i, DEF[i]); } }
pub fn set(i: usize, v: f32) { V[i].store(v.to_bits(), Ordering::Relaxed); }
