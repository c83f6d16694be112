// Every work-item updates a record of 16 words in local memory. Slow: records one after the other, so that lanes are 16
// words apart. Repaired: the members of all records beside each other.
__kernel void records_slow(__global const int *in, __global int *out, int rounds) {
  __local int t[64 * 16];
  int l = get_local_id(0), v = in[get_global_id(0)];
  for (int k = 0; k < 16; k++) t[l * 16 + k] = k;
  for (int k = 0; k < rounds; k++) { t[l * 16 + (v & 15)] += k; v = t[l * 16 + (k & 15)] + v * 3; }
  out[get_global_id(0)] = v;
}

__kernel void records_fast(__global const int *in, __global int *out, int rounds) {
  __local int t[64 * 16];
  int l = get_local_id(0), v = in[get_global_id(0)];
  for (int k = 0; k < 16; k++) t[k * 64 + l] = k;
  for (int k = 0; k < rounds; k++) { t[(v & 15) * 64 + l] += k; v = t[(k & 15) * 64 + l] + v * 3; }
  out[get_global_id(0)] = v;
}
