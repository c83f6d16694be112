// Stores of 16 bytes to a set, again and again; each group takes the next one's part in the next round.
__kernel void setwrite(__global uint4 *out, uint n, int rounds) {
  uint all = get_global_size(0);
  uint id = get_global_id(0);
  uint4 value = (uint4)(id, id + 1, id + 2, id + 3);
  for (int round = 0; round < rounds; round++) {
    uint first = (id + round * (uint)get_local_size(0)) % all;
    for (uint i = first; i < n; i += all) {
      out[i] = value;
    }
  }
}
