/* SPDX-License-Identifier: Apache-2.0 */
/* Random numbers in device code, under the names of cuRAND or hipRAND: LOCKSTEP_RAND(name).
 *
 * XORWOW: Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8(14), 2003; seeds are spread
 * by SplitMix64 (Steele, Lea, Flood, OOPSLA 2014), so its sequences are not those of the vendors.
 * Philox4x32-10: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC11;
 * the seed is the key, the counter is a quarter of the offset (64 bits) and the subsequence. */
#ifndef LOCKSTEP_RANDOM_H
#define LOCKSTEP_RANDOM_H

typedef struct {
  unsigned x, y, z, w, v, d;
  float spare; /* of a pair of normal numbers */
  double double_spare;
  int has_spare, has_double_spare;
} LOCKSTEP_RAND(StateXORWOW_t);
typedef LOCKSTEP_RAND(StateXORWOW_t) LOCKSTEP_RAND(State_t);
typedef LOCKSTEP_RAND(StateXORWOW_t) LOCKSTEP_RAND(StateXORWOW);
typedef LOCKSTEP_RAND(StateXORWOW_t) LOCKSTEP_RAND(State);

typedef struct {
  unsigned long long seed, subsequence, position;
  uint4 block; /* the one that contains the position, unless the position is its first */
  float spare;
  double double_spare;
  int has_spare, has_double_spare;
} LOCKSTEP_RAND(StatePhilox4_32_10_t);
typedef LOCKSTEP_RAND(StatePhilox4_32_10_t) LOCKSTEP_RAND(StatePhilox4_32_10);

#define LOCKSTEP_XORWOW LOCKSTEP_RAND(StateXORWOW_t)
#define LOCKSTEP_PHILOX LOCKSTEP_RAND(StatePhilox4_32_10_t)

LOCKSTEP_BOTH unsigned long long lockstep_mixed(unsigned long long counter) {
  unsigned long long z = counter * 0x9E3779B97F4A7C15ull;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

LOCKSTEP_BOTH unsigned LOCKSTEP_RAND()(LOCKSTEP_XORWOW* s) {
  unsigned t = s->x ^ (s->x >> 2);
  s->x = s->y;
  s->y = s->z;
  s->z = s->w;
  s->w = s->v;
  s->v = (s->v ^ (s->v << 4)) ^ (t ^ (t << 1));
  s->d += 362437;
  return s->d + s->v;
}

/* Takes a step for each skipped number: offsets are to be small. */
LOCKSTEP_BOTH void lockstep_skip(unsigned long long n, LOCKSTEP_XORWOW* s) {
  for (; n > 0; n--) {
    LOCKSTEP_RAND()(s);
  }
}

LOCKSTEP_BOTH void LOCKSTEP_RAND(_init)(unsigned long long seed, unsigned long long subsequence,
                                        unsigned long long offset, LOCKSTEP_XORWOW* s) {
  unsigned long long start = lockstep_mixed(seed) + 3 * subsequence;
  unsigned long long a = lockstep_mixed(start + 1), b = lockstep_mixed(start + 2);
  unsigned long long c = lockstep_mixed(start + 3);
  s->x = (unsigned)a;
  s->y = (unsigned)(a >> 32);
  s->z = (unsigned)b;
  s->w = (unsigned)(b >> 32);
  s->v = (unsigned)c | 1;
  s->d = (unsigned)(c >> 32);
  s->has_spare = s->has_double_spare = 0;
  lockstep_skip(offset, s);
}

LOCKSTEP_BOTH uint4 lockstep_philox_block(unsigned long long key, unsigned long long counter,
                                          unsigned long long subsequence) {
  unsigned k0 = (unsigned)key, k1 = (unsigned)(key >> 32);
  unsigned x = (unsigned)counter, y = (unsigned)(counter >> 32);
  unsigned z = (unsigned)subsequence, w = (unsigned)(subsequence >> 32);
  for (int round = 0; round < 10; round++) {
    unsigned long long first = 0xD2511F53ull * x, second = 0xCD9E8D57ull * z;
    x = (unsigned)(second >> 32) ^ y ^ k0;
    y = (unsigned)second;
    z = (unsigned)(first >> 32) ^ w ^ k1;
    w = (unsigned)first;
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  return make_uint4(x, y, z, w);
}

LOCKSTEP_BOTH uint4 lockstep_block(const LOCKSTEP_PHILOX* s, unsigned ahead) {
  return lockstep_philox_block(s->seed, s->position / 4 + ahead, s->subsequence);
}

LOCKSTEP_BOTH unsigned LOCKSTEP_RAND()(LOCKSTEP_PHILOX* s) {
  unsigned word = s->position % 4;
  if (word == 0) {
    s->block = lockstep_block(s, 0);
  }
  s->position++;
  return word == 0 ? s->block.x : word == 1 ? s->block.y : word == 2 ? s->block.z : s->block.w;
}

LOCKSTEP_BOTH void lockstep_skip(unsigned long long n, LOCKSTEP_PHILOX* s) {
  s->position += n;
  s->block = lockstep_block(s, 0);
}

LOCKSTEP_BOTH void LOCKSTEP_RAND(_init)(unsigned long long seed, unsigned long long subsequence,
                                        unsigned long long offset, LOCKSTEP_PHILOX* s) {
  s->seed = seed;
  s->subsequence = subsequence;
  s->position = 0;
  s->has_spare = s->has_double_spare = 0;
  lockstep_skip(offset, s);
}

LOCKSTEP_BOTH void LOCKSTEP_SKIP()(unsigned long long n, LOCKSTEP_XORWOW* s) {
  lockstep_skip(n, s);
}
LOCKSTEP_BOTH void LOCKSTEP_SKIP()(unsigned long long n, LOCKSTEP_PHILOX* s) {
  lockstep_skip(n, s);
}
LOCKSTEP_BOTH void LOCKSTEP_SKIP(_sequence)(unsigned long long n, LOCKSTEP_PHILOX* s) {
  s->subsequence += n;
  lockstep_skip(0, s);
}

/* Four words, as one block where the position is its first. */
LOCKSTEP_BOTH uint4 LOCKSTEP_RAND(4)(LOCKSTEP_PHILOX* s) {
  if (s->position % 4 == 0) {
    uint4 words = lockstep_block(s, 0);
    s->position += 4;
    return words;
  }
  unsigned x = LOCKSTEP_RAND()(s), y = LOCKSTEP_RAND()(s), z = LOCKSTEP_RAND()(s);
  return make_uint4(x, y, z, LOCKSTEP_RAND()(s));
}

/* In (0, 1], the middle of the interval of a word's or two words' value. */
LOCKSTEP_BOTH float lockstep_unit(unsigned word) { return word * 0x1p-32f + 0x1p-33f; }
LOCKSTEP_BOTH double lockstep_unit(unsigned low, unsigned high) {
  return (((unsigned long long)high << 32 | low) >> 11) * 0x1p-53 + 0x1p-54;
}

/* Two normal numbers from two words: Box and Muller, 1958. */
LOCKSTEP_DEVICE float2 lockstep_normals(unsigned u, unsigned v) {
  float radius = sqrtf(-2 * logf(lockstep_unit(u))), angle = 6.2831853f * lockstep_unit(v);
  return make_float2(radius * sinf(angle), radius * cosf(angle));
}
LOCKSTEP_DEVICE double2 lockstep_normals(uint4 words) {
  double radius = sqrt(-2 * log(lockstep_unit(words.x, words.y)));
  double angle = 6.283185307179586 * lockstep_unit(words.z, words.w);
  return make_double2(radius * sin(angle), radius * cos(angle));
}

/* Poisson: by inversion below 64, by the nearest integer of a normal number from there on. */
LOCKSTEP_DEVICE unsigned lockstep_poisson(unsigned u, unsigned v, double mean) {
  if (mean >= 64) {
    double x = rint(mean + sqrt(mean) * (double)lockstep_normals(u, v).x);
    return x > 0 ? (unsigned)x : 0;
  }
  double unit = lockstep_unit(v, u), term = exp(-mean), sum = term;
  unsigned k = 0;
  while (unit > sum && k < 1000) {
    k++;
    term *= mean / k;
    sum += term;
  }
  return k;
}

#define LOCKSTEP_OF_STATE(S) \
  LOCKSTEP_BOTH float LOCKSTEP_RAND(_uniform)(S* s) { return lockstep_unit(LOCKSTEP_RAND()(s)); } \
  LOCKSTEP_BOTH double LOCKSTEP_RAND(_uniform_double)(S* s) { \
    unsigned low = LOCKSTEP_RAND()(s); \
    return lockstep_unit(low, LOCKSTEP_RAND()(s)); \
  } \
  LOCKSTEP_DEVICE float2 LOCKSTEP_RAND(_normal2)(S* s) { \
    unsigned u = LOCKSTEP_RAND()(s); \
    return lockstep_normals(u, LOCKSTEP_RAND()(s)); \
  } \
  LOCKSTEP_DEVICE float LOCKSTEP_RAND(_normal)(S* s) { \
    if (s->has_spare) { \
      s->has_spare = 0; \
      return s->spare; \
    } \
    float2 both = LOCKSTEP_RAND(_normal2)(s); \
    s->spare = both.y; \
    s->has_spare = 1; \
    return both.x; \
  } \
  LOCKSTEP_DEVICE double2 LOCKSTEP_RAND(_normal2_double)(S* s) { \
    unsigned x = LOCKSTEP_RAND()(s), y = LOCKSTEP_RAND()(s), z = LOCKSTEP_RAND()(s); \
    return lockstep_normals(make_uint4(x, y, z, LOCKSTEP_RAND()(s))); \
  } \
  LOCKSTEP_DEVICE double LOCKSTEP_RAND(_normal_double)(S* s) { \
    if (s->has_double_spare) { \
      s->has_double_spare = 0; \
      return s->double_spare; \
    } \
    double2 both = LOCKSTEP_RAND(_normal2_double)(s); \
    s->double_spare = both.y; \
    s->has_double_spare = 1; \
    return both.x; \
  } \
  LOCKSTEP_DEVICE float LOCKSTEP_RAND(_log_normal)(S* s, float mean, float deviation) { \
    return expf(mean + deviation * LOCKSTEP_RAND(_normal)(s)); \
  } \
  LOCKSTEP_DEVICE float2 LOCKSTEP_RAND(_log_normal2)(S* s, float mean, float deviation) { \
    float2 both = LOCKSTEP_RAND(_normal2)(s); \
    return make_float2(expf(mean + deviation * both.x), expf(mean + deviation * both.y)); \
  } \
  LOCKSTEP_DEVICE double LOCKSTEP_RAND(_log_normal_double)(S* s, double mean, double deviation) { \
    return exp(mean + deviation * LOCKSTEP_RAND(_normal_double)(s)); \
  } \
  LOCKSTEP_DEVICE unsigned LOCKSTEP_RAND(_poisson)(S* s, double mean) { \
    unsigned u = LOCKSTEP_RAND()(s); \
    return lockstep_poisson(u, LOCKSTEP_RAND()(s), mean); \
  }
LOCKSTEP_OF_STATE(LOCKSTEP_XORWOW)
LOCKSTEP_OF_STATE(LOCKSTEP_PHILOX)
#undef LOCKSTEP_OF_STATE

LOCKSTEP_BOTH float4 LOCKSTEP_RAND(_uniform4)(LOCKSTEP_PHILOX* s) {
  uint4 w = LOCKSTEP_RAND(4)(s);
  return make_float4(lockstep_unit(w.x), lockstep_unit(w.y), lockstep_unit(w.z), lockstep_unit(w.w));
}
LOCKSTEP_BOTH double2 LOCKSTEP_RAND(_uniform2_double)(LOCKSTEP_PHILOX* s) {
  uint4 w = LOCKSTEP_RAND(4)(s);
  return make_double2(lockstep_unit(w.x, w.y), lockstep_unit(w.z, w.w));
}
LOCKSTEP_DEVICE float4 LOCKSTEP_RAND(_normal4)(LOCKSTEP_PHILOX* s) {
  uint4 w = LOCKSTEP_RAND(4)(s);
  float2 a = lockstep_normals(w.x, w.y), b = lockstep_normals(w.z, w.w);
  return make_float4(a.x, a.y, b.x, b.y);
}
LOCKSTEP_DEVICE float4 LOCKSTEP_RAND(_log_normal4)(LOCKSTEP_PHILOX* s, float mean, float deviation) {
  float4 v = LOCKSTEP_RAND(_normal4)(s);
  return make_float4(expf(mean + deviation * v.x), expf(mean + deviation * v.y),
                     expf(mean + deviation * v.z), expf(mean + deviation * v.w));
}
LOCKSTEP_DEVICE uint4 LOCKSTEP_RAND(_poisson4)(LOCKSTEP_PHILOX* s, double mean) {
  unsigned x = LOCKSTEP_RAND(_poisson)(s, mean), y = LOCKSTEP_RAND(_poisson)(s, mean);
  unsigned z = LOCKSTEP_RAND(_poisson)(s, mean);
  return make_uint4(x, y, z, LOCKSTEP_RAND(_poisson)(s, mean));
}
#endif
