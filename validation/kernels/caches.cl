// Chains of dependent loads through textures and constants: an element holds the index of the next.
__kernel void chase_texture(read_only image1d_buffer_t next, __global uint *out, int hops) {
  int p = 0;
  for (int i = 0; i < hops; i++) p = read_imageui(next, p).x;
  out[get_global_id(0)] = p;
}
__kernel void chase_constant(__constant const uint *next, __global uint *out, int hops) {
  uint p = 0;
  for (int i = 0; i < hops; i++) p = next[p];
  out[get_global_id(0)] = p;
}
