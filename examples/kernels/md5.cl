// Written for this project; may be used under the Apache License 2.0.
// Searches the message whose MD5 begins with a given word (a password search). A message has 16 bytes: the number of
// the candidate and three words of salt. EACH candidates a work-item (1, 2 or 4), one in each component.
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

static __constant uint T[64] = {
  0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
  0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
  0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
  0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
  0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
  0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
  0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
  0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};
static __constant uint SHIFTS[16] = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};

// Macros, as each inlined function would begin a block of its own (a label of its line).
#define LEFT(x, n) ((x) << (n) | (x) >> (32 - (n)))
#define CHOOSE(mask, x, y) ((((x) ^ (y)) & (mask)) ^ (y))
#define MIX(i, b, c, d) \
  ((i) < 16 ? CHOOSE(b, c, d) : (i) < 32 ? CHOOSE(d, b, c) : (i) < 48 ? (b) ^ (c) ^ (d) : (c) ^ ((b) | ~(d)))
#define WORD(i) ((i) < 16 ? (i) : (i) < 32 ? (5 * (i) + 1) & 15 : (i) < 48 ? (3 * (i) + 5) & 15 : (7 * (i)) & 15)

// Steps from..below of the compression of m; s holds a, b, c, d.
#define STEPS(s, m, from, below)                                                                  \
  _Pragma("unroll") for (int i = from; i < below; ++i) {                                          \
    word sum = (s[0] + (m[WORD(i)] + T[i])) + MIX(i, s[1], s[2], s[3]);                           \
    s[0] = s[3]; s[3] = s[2]; s[2] = s[1]; s[1] += LEFT(sum, SHIFTS[(i >> 4) * 4 + (i & 3)]);     \
  }

// A candidate is a hit where its digest's first word equals target at the bits of mask; the digest's four words go to
// found[4 * candidate]. salt: the number of the first candidate and the three words.
__kernel void md5(uint4 salt, uint target, uint mask, __global uint *found) {
  const uint start[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  uint trial = get_global_id(0) * EACH;
  word s[4] = {start[0], start[1], start[2], start[3]}, m[16];
  m[0] = salt.x + trial + (word)(TRIALS);
  m[1] = salt.y;
  m[2] = salt.z;
  m[3] = salt.w;
  m[4] = 0x80;
#pragma unroll
  for (int i = 5; i < 16; ++i) m[i] = 0;
  m[14] = 128;
  STEPS(s, m, 0, 61)
  word first = (s[1] + start[0] ^ target) & mask; // the steps left only move it to its place
#pragma unroll
  for (int k = 0; k < EACH; ++k) {
    if (LANE(first, k) == 0) {
      word t[4] = {s[0], s[1], s[2], s[3]};
      STEPS(t, m, 61, 64)
#pragma unroll
      for (int i = 0; i < 4; ++i) found[4 * (trial + k) + i] = LANE(t[i], k) + start[i];
    }
  }
}
