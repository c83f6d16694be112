/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lockstep's own kernels behind the host generators of cuRAND and hipRAND.
 *
 * GENERATOR 0 is XORWOW: Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8(14), 2003;
 * 4,096 sequences, each seeded by its number, one for each work-item; unit u is the next of sequence u mod 4,096.
 * GENERATOR 1 is Philox4x32-10: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as
 * 1, 2, 3", SC11; the seed is the key, value n is word n mod 4 of the block with the counter n / 4.
 *
 * A unit is four words and what is made of them: four results of 32 bits, or two of 64.
 */
#define AT(type, address) ((__global type *)(address))
#define SEQUENCES 4096

#if GENERATOR == 0
#define PREFIX(name) lockstep_xorwow_##name

typedef struct {
  uint x, y, z, w, v, d;
} State;

/* The output of SplitMix64 for a counter: Steele, Lea, Flood, OOPSLA 2014. */
ulong mixed(ulong counter) {
  ulong z = counter * 0x9E3779B97F4A7C15ul;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ul;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBul;
  return z ^ (z >> 31);
}

uint next(State *s) {
  uint t = s->x ^ (s->x >> 2);
  s->x = s->y;
  s->y = s->z;
  s->z = s->w;
  s->w = s->v;
  s->v = (s->v ^ (s->v << 4)) ^ (t ^ (t << 1));
  s->d += 362437;
  return s->d + s->v;
}

uint4 next_four(State *s) {
  uint4 words;
  words.x = next(s);
  words.y = next(s);
  words.z = next(s);
  words.w = next(s);
  return words;
}

/* Seeds all sequences and skips units. */
__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void lockstep_xorwow_seed(
    ulong seed, ulong units, ulong states) {
  ulong sequence = get_global_id(0);
  ulong first = mixed(mixed(seed) + 3 * sequence + 1), second = mixed(mixed(seed) + 3 * sequence + 2);
  ulong third = mixed(mixed(seed) + 3 * sequence + 3);
  State s = {(uint)first, (uint)(first >> 32), (uint)second, (uint)(second >> 32), (uint)third | 1,
             (uint)(third >> 32)};
  ulong skipped = units / SEQUENCES + (sequence < units % SEQUENCES ? 1 : 0);
  for (ulong i = 0; i < 4 * skipped; i++) {
    next(&s);
  }
  AT(State, states)[sequence] = s;
}

#define BEGIN State state = AT(State, states)[get_global_id(0)];
#define FIRST_UNIT ((get_global_id(0) - position) % SEQUENCES)
#define WORDS_OF(unit) next_four(&state)
#define END AT(State, states)[get_global_id(0)] = state;

#else
#define PREFIX(name) lockstep_philox_##name

uint4 block_of(ulong key, ulong counter) {
  uint4 c = (uint4)((uint)counter, (uint)(counter >> 32), 0, 0);
  uint k0 = (uint)key, k1 = (uint)(key >> 32);
  for (int round = 0; round < 10; round++) {
    uint high0 = mul_hi(0xD2511F53u, c.x), low0 = 0xD2511F53u * c.x;
    uint high1 = mul_hi(0xCD9E8D57u, c.z), low1 = 0xCD9E8D57u * c.z;
    c = (uint4)(high1 ^ c.y ^ k0, low1, high0 ^ c.w ^ k1, low0);
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  return c;
}

/* Four words from a position on. */
uint4 four_from(ulong key, ulong position) {
  uint4 a = block_of(key, position / 4);
  uint shift = (uint)(position % 4);
  if (shift == 0) {
    return a;
  }
  uint4 b = block_of(key, position / 4 + 1);
  return shift == 1 ? (uint4)(a.yzw, b.x) : shift == 2 ? (uint4)(a.zw, b.xy) : (uint4)(a.w, b.xyz);
}

#define BEGIN
#define FIRST_UNIT get_global_id(0)
#define WORDS_OF(unit) four_from(seed, position + 4 * (unit))
#define END
#endif

/* In (0, 1], the middle of the interval of a word's value. */
float4 uniforms(uint4 words) {
  return convert_float4(words) * 0x1p-32f + 0x1p-33f;
}

/* Two normal numbers from two words: Box and Muller, 1958. */
float2 normal_pair(float u, float v) {
  float radius = sqrt(-2 * log(u)), angle = 6.2831853f * v;
  return (float2)(radius * sin(angle), radius * cos(angle));
}

float4 normals(uint4 words) {
  float4 u = uniforms(words);
  return (float4)(normal_pair(u.x, u.y), normal_pair(u.z, u.w));
}

#define GENERATE(name, T, width, value)                                                        \
  __kernel __attribute__((reqd_work_group_size(256, 1, 1))) void PREFIX(name)(                 \
      ulong seed, ulong position, ulong states, ulong to, ulong n, T first, T second) {        \
    ulong units = (n + width - 1) / width;                                                     \
    BEGIN                                                                                      \
    for (ulong unit = FIRST_UNIT; unit < units; unit += get_global_size(0)) {                  \
      uint4 words = WORDS_OF(unit);                                                            \
      T##width values = value;                                                                 \
      ulong at = unit * width;                                                                 \
      if (at + width <= n) {                                                                   \
        vstore##width(values, unit, AT(T, to));                                                \
      } else {                                                                                 \
        STORE##width(T)                                                                        \
      }                                                                                        \
    }                                                                                          \
    END                                                                                        \
  }
#define STORE_ONE(T, number, element) \
  if (at + number < n) {              \
    AT(T, to)[at + number] = values.element; \
  }
#define STORE2(T) STORE_ONE(T, 0, x)
#define STORE4(T) STORE_ONE(T, 0, x) STORE_ONE(T, 1, y) STORE_ONE(T, 2, z)

#if DOUBLES == 0
/* Poisson: by inversion below 64, by the nearest integer of a normal number from there on. */
uint poisson(float u, float z, float mean) {
  if (mean >= 64) {
    float x = rint(mean + sqrt(mean) * z);
    return x > 0 ? (uint)x : 0;
  }
  float term = exp(-mean), sum = term;
  uint k = 0;
  while (u > sum && k < 1000) {
    k++;
    term *= mean / k;
    sum += term;
  }
  return k;
}

uint4 poissons(uint4 words, float mean) {
  float4 u = uniforms(words), z = mean >= 64 ? normals(words) : u;
  return (uint4)(poisson(u.x, z.x, mean), poisson(u.y, z.y, mean), poisson(u.z, z.z, mean),
                 poisson(u.w, z.w, mean));
}

GENERATE(words, uint, 4, words)
GENERATE(uniform, float, 4, uniforms(words))
GENERATE(normal, float, 4, first + second * normals(words))
GENERATE(log_normal, float, 4, exp(first + second * normals(words)))
GENERATE(poisson, uint, 4, poissons(words, as_float(first)))
#else
double2 double_uniforms(uint4 words) {
  ulong2 bits = (ulong2)(((ulong)words.y << 32 | words.x) >> 11, ((ulong)words.w << 32 | words.z) >> 11);
  return convert_double2(bits) * 0x1p-53 + 0x1p-54;
}

double2 double_normals(uint4 words) {
  double2 u = double_uniforms(words);
  double radius = sqrt(-2 * log(u.x)), angle = 6.283185307179586 * u.y;
  return (double2)(radius * sin(angle), radius * cos(angle));
}

GENERATE(uniform_double, double, 2, double_uniforms(words))
GENERATE(normal_double, double, 2, first + second * double_normals(words))
GENERATE(log_normal_double, double, 2, exp(first + second * double_normals(words)))
#endif
