// 64 bins of bytes: each work-item counts up to 252 in bytes of its own in local memory, spread so that no two of a half-warp share
// a bank; then the counts of all work-items are added.
#define N 192
#define WORDS 63
void count(__local uchar *mine, uint word) {
  mine[(word >> 2 & 63) * N]++;
  mine[(word >> 10 & 63) * N]++;
  mine[(word >> 18 & 63) * N]++;
  mine[(word >> 26) * N]++;
}
__kernel __attribute__((reqd_work_group_size(N, 1, 1)))
void histogram(__global const uint *in, __global uint *parts) {
  __local uint words[N * 16];
  int t = get_local_id(0);
  __local uchar *mine = (__local uchar *)words + ((t & ~63) | (t & 15) << 2 | (t & 48) >> 4);
  for (int i = t; i < N * 16; i += N) words[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  in += get_group_id(0) * N * WORDS + t;
  for (int i = 0; i < WORDS; i++) count(mine, in[i * N]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t < 64) {
    uint sum = 0;
    int at = t & 15; // work-items begin at different banks
    for (int i = 0; i < N / 4; i++) {
      uint four = words[t * (N / 4) + at];
      sum += (four & 255) + (four >> 8 & 255) + (four >> 16 & 255) + (four >> 24);
      at = at + 1 < N / 4 ? at + 1 : 0;
    }
    parts[get_group_id(0) * 64 + t] = sum;
  }
}
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void merge(__global const uint *parts, __global uint *bins, int groups) {
  __local uint s[64];
  int t = get_local_id(0);
  uint sum = 0;
  for (int i = t; i < groups; i += 64) sum += parts[i * 64 + get_group_id(0)];
  s[t] = sum;
  for (int h = 32; h > 0; h >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < h) s[t] += s[t + h];
  }
  if (t == 0) bins[get_group_id(0)] = s[0];
}
