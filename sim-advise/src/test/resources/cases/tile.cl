// A transposed tile of 8 by 8: stores of eight bytes, 64 bytes from work-item to work-item, fill whole lines in the end.
__kernel void tile(__global const float2 *in, __global float2 *out) {
  size_t base = (get_group_id(1) * get_num_groups(0) + get_group_id(0)) * 64;
  int x = get_local_id(0), y = get_local_id(1);
  out[base + x * 8 + y] = in[base + y * 8 + x] * 2.0f;
}
