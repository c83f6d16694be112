// Stores of eight bytes, 64 bytes from work-item to work-item.
__kernel void apart(__global const float2 *in, __global float2 *out) {
  size_t i = get_global_id(0);
  out[i * 8] = in[i] * 2.0f;
}
