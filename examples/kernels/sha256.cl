// Written for this project; may be used under the Apache License 2.0.
// Searches the nonce of an 80-byte header whose double SHA-256 ends in zero bits (Bitcoin's proof of work).
// Blocks of 64 bytes: the first is hashed already, and state is what it left. The second begins with the three
// words of tail and a nonce: tail's fourth word + the number of the trial. EACH trials a work-item (1, 2 or 4).
#ifndef EACH
#define EACH 1
#endif
#if EACH == 1
typedef uint word;
#define TRIALS 0
#define LANE(v, k) (v)
#elif EACH == 2
typedef uint2 word;
#define TRIALS 0, 1
#define LANE(v, k) (k == 0 ? (v).s0 : (v).s1)
#else
typedef uint4 word;
#define TRIALS 0, 1, 2, 3
#define LANE(v, k) (k == 0 ? (v).s0 : k == 1 ? (v).s1 : k == 2 ? (v).s2 : (v).s3)
#endif

static __constant uint K[64] = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
static __constant uint START[8] = {
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

// Macros, as each inlined function would begin a block of its own (a label of its line).
#define RIGHT(x, n) ((x) >> (n) | (x) << (32 - (n)))
#define CHOOSE(mask, x, y) ((((x) ^ (y)) & (mask)) ^ (y))

// Rounds from..below of the compression of w, which is extended in place; s holds a to h.
#define ROUNDS(s, w, from, below)                                                                               \
  _Pragma("unroll") for (int i = from; i < below; ++i) {                                                        \
    if (i >= 16) {                                                                                              \
      word x = w[(i + 1) & 15], y = w[(i + 14) & 15];                                                           \
      w[i & 15] += (RIGHT(x, 7) ^ RIGHT(x, 18) ^ x >> 3) + w[(i + 9) & 15] + (RIGHT(y, 17) ^ RIGHT(y, 19) ^ y >> 10); \
    }                                                                                                           \
    word a = s[0], b = s[1], c = s[2], e = s[4];                                                                \
    word first = (s[7] + K[i] + w[i & 15] + CHOOSE(e, s[5], s[6])) + (RIGHT(e, 6) ^ RIGHT(e, 11) ^ RIGHT(e, 25)); \
    word second = (RIGHT(a, 2) ^ RIGHT(a, 13) ^ RIGHT(a, 22)) + CHOOSE(a ^ c, b, a);                             \
    s[7] = s[6]; s[6] = s[5]; s[5] = e; s[4] = s[3] + first;                                                     \
    s[3] = c; s[2] = b; s[1] = a; s[0] = first + second;                                                        \
  }

// A trial is a hit where the digest's last word has zeros at the bits of mask; its eight words go to found[8 * trial].
__kernel void sha256(uint8 state, uint4 tail, uint mask, __global uint *found) {
  uint trial = get_global_id(0) * EACH;
  const uint left[8] = {state.s0, state.s1, state.s2, state.s3, state.s4, state.s5, state.s6, state.s7};
  word s[8], w[16];
#pragma unroll
  for (int i = 0; i < 8; ++i) s[i] = left[i];
  w[0] = tail.x;
  w[1] = tail.y;
  w[2] = tail.z;
  w[3] = tail.w + trial + (word)(TRIALS);
  w[4] = 0x80000000;
#pragma unroll
  for (int i = 5; i < 15; ++i) w[i] = 0;
  w[15] = 640;
  ROUNDS(s, w, 0, 64)
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    w[i] = s[i] + left[i];
    s[i] = START[i];
  }
  w[8] = 0x80000000;
#pragma unroll
  for (int i = 9; i < 15; ++i) w[i] = 0;
  w[15] = 256;
  ROUNDS(s, w, 0, 61)
  word last = (s[4] + START[7]) & mask; // the rounds left only move it to its place
#pragma unroll
  for (int k = 0; k < EACH; ++k) {
    if (LANE(last, k) == 0) {
      word t[8], v[16];
#pragma unroll
      for (int i = 0; i < 8; ++i) t[i] = s[i];
#pragma unroll
      for (int i = 0; i < 16; ++i) v[i] = w[i];
      ROUNDS(t, v, 61, 64)
#pragma unroll
      for (int i = 0; i < 8; ++i) found[8 * (trial + k) + i] = LANE(t[i], k) + START[i];
    }
  }
}
