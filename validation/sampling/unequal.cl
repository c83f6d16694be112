// Written for this project; may be used under the Apache License 2.0.
// Twenty kernels whose work-groups have unequal work, chosen by KIND, for estimates of sampled
// launches. GROUPS is the number of work-groups and ROUND about how many the device holds at once.

uint mixed(uint x) {
  x ^= x >> 16;
  x *= 0x7FEB352Du;
  x ^= x >> 15;
  x *= 0x846CA68Bu;
  return x ^ (x >> 16);
}

uint compute(uint x, uint n) {
  for (uint i = 0; i < n; i++) x = x * 1664525u + 1013904223u + (x >> 7);
  return x;
}

// Adds n elements that lie at the distance of a launch's work-items.
uint stream(__global const uint *a, uint from, uint n) {
  uint sum = 0;
  for (uint k = 0; k < n; k++) sum += a[(from + k * 4096u) & (N - 1)];
  return sum;
}

// Adds n elements at scattered places.
uint gather(__global const uint *a, uint from, uint n) {
  uint sum = 0;
  for (uint k = 0; k < n; k++) sum += a[mixed(from + k) & (N - 1)];
  return sum;
}

// A number with the distribution of a power law: at least low, at most high.
uint power(uint seed, uint low, uint high) {
  uint u = (mixed(seed) >> 20) + 1;
  return min(high, low * 4096u / u);
}

__kernel void unequal(__global const uint *length, __global const uint *a, __global uint *o,
                      __local uint *unused) {
  uint g = get_group_id(0), i = get_global_id(0), x = i;
#if KIND == 0 // rare heavy groups: 1 of 300, 20 times the work
  x = compute(x, mixed(g) % 300 == 3 ? 200 : 10);
#elif KIND == 1 // rarer ones: 1 of 2,000, 40 times
  x = compute(x, mixed(g) % 2000 == 3 ? 400 : 10);
#elif KIND == 2 // a heavy tail: the last two rounds, 20 times
  x = compute(x, g >= GROUPS - 2 * ROUND ? 200 : 10);
#elif KIND == 3 // few very heavy groups at the end
  x = compute(x, g >= GROUPS - 36 ? 600 : 10);
#elif KIND == 4 // a ramp upwards
  x = compute(x, 4 + 28 * g / GROUPS);
#elif KIND == 5 // a ramp downwards
  x = compute(x, 32 - 28 * g / GROUPS);
#elif KIND == 6 // two phases
  x = compute(x, g < GROUPS / 2 ? 6 : 24);
#elif KIND == 7 // a block of heavy groups: 2 % of them, 15 times
  x = compute(x, g / ROUND >= 110 && g / ROUND < 114 ? 150 : 10);
#elif KIND == 8 // periodic: 2 of 8 rounds have 5 times the work
  x = compute(x, g / ROUND % 8 < 2 ? 40 : 8);
#elif KIND == 9 // early exits: 3 of 4 groups
  if (mixed(g) % 4 != 0) return;
  x = compute(x, 40);
#elif KIND == 10 // heavy first rounds
  x = compute(x, g < 5 * ROUND ? 100 : 10);
#elif KIND == 11 // a power law over groups, shuffled
  x = compute(x, power(g, 5, 100));
#elif KIND == 12 // the same power law, longest groups first
  x = compute(x, min(100u, 5 * GROUPS / (g + 1)));
#elif KIND == 13 // the same, longest groups last
  x = compute(x, min(100u, 5 * GROUPS / (GROUPS - g)));
#elif KIND == 14 // hubs: one work-item of 2,048 gathers 120 neighbours, others 1 to 6
  x = gather(a, i, mixed(i) % 2048 == 7 ? 120 : 1 + mixed(i + 1) % 6);
#elif KIND == 15 // sparse rows by a power law, shuffled
  x = gather(a, i, min(60u, 2 * 4096u / ((length[i] & 4095) + 1)));
#elif KIND == 16 // sparse rows by a power law, in the order of their groups' lengths
  x = gather(a, i, min(60u, 2 * GROUPS / (g + 1)) + (length[i] & 1));
#elif KIND == 17 // rare groups that stream 16 times as many bytes
  x = stream(a, i, mixed(g) % 250 == 3 ? 48 : 3);
#elif KIND == 18 // half of the groups stream, half compute
  x = mixed(g) % 2 == 0 ? stream(a, i, 6) : compute(x, 30);
#elif KIND == 19 // first groups that stream, then groups that compute
  x = g < GROUPS / 3 ? stream(a, i, 6) : compute(x, 24);
#endif
  o[i] = x;
}
