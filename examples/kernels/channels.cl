// Written for this project; may be used under the Apache License 2.0.
// Each wavefront reads lines of 256 bytes; lines lie `pitch` floats apart.
__kernel void channels(__global const float *in, __global float *out, int pitch, int lines) {
  int lane = get_local_id(0), groups = get_num_groups(0);
  float sum = 0.0f;
  for (int k = 0; k < lines; ++k) sum += in[(k * groups + get_group_id(0)) * pitch + lane];
  out[get_global_id(0)] = sum;
}
