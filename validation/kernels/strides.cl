// Loads that the first-level cache holds, a wavefront's lanes `stride` elements apart, or in blocks: rows of WIDTH lanes
// side by side, `pitch` elements apart. The eight loads of a round begin one element after the other.
__kernel void strides(__global const T *in, __global T *out, int stride, int pitch, int rounds) {
  int i = get_local_id(0) % LANES;
  volatile __global const T *at = in + i % WIDTH * stride + i / WIDTH * pitch;
  T sum = 0;
  for (int r = 0; r < rounds; r++) {
    sum += at[0]; sum += at[1]; sum += at[2]; sum += at[3];
    sum += at[4]; sum += at[5]; sum += at[6]; sum += at[7];
    sum += at[0]; sum += at[1]; sum += at[2]; sum += at[3];
    sum += at[4]; sum += at[5]; sum += at[6]; sum += at[7];
  }
  out[get_global_id(0)] = sum;
}
