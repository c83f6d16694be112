// The steps of a sum by tree, as the reduction sample of the CUDA SDK teaches them; KIND 1 to 7.
// As in its text nothing asks where the input ends: buffers are whole blocks, with zeros at their ends.
#ifndef KIND
#define KIND 1
#endif
#define B 128 /* the loops' bounds are known at run time only, but for KIND 5 on */
#define SYNC barrier(CLK_LOCAL_MEM_FENCE)
#define DOUBLE(h) __asm__ volatile("add.s32 %0, %0, %0;" : "+r"(h)) /* so that the remainder stays one */
__kernel __attribute__((reqd_work_group_size(B, 1, 1)))
void reduction(__global const int *in, __global int *out, int n, int b) {
  __local int s[2 * B];
  int t = get_local_id(0);
#if KIND <= 3
  int i = get_group_id(0) * B + t;
  s[t] = in[i];
#elif KIND <= 6
  int i = get_group_id(0) * B * 2 + t;
  s[t] = in[i] + in[i + B];
#else
  int sum = 0;
  for (int i = get_group_id(0) * B * 2 + t; i < n; i += B * 2 * get_num_groups(0)) {
    sum += in[i] + in[i + B];
  }
  s[t] = sum;
#endif
  SYNC;
#if KIND == 1
  for (int h = 1; h < b;) {
    int twice = h;
    DOUBLE(twice);
    if (t % twice == 0) s[t] += s[t + h];
    SYNC;
    h = twice;
  }
#elif KIND == 2
  for (int h = 1; h < b;) {
    int twice = h;
    DOUBLE(twice);
    int at = twice * t;
    if (at < b) s[at] += s[at + h];
    SYNC;
    h = twice;
  }
#elif KIND <= 4
  for (int h = b / 2; h > 0; h >>= 1) {
    if (t < h) s[t] += s[t + h];
    SYNC;
  }
#else
  if (t < 64) s[t] += s[t + 64];
  SYNC;
  // The last warp is in step: no barriers, one every lane's sum.
  if (t < 32) {
    volatile __local int *v = s;
    int sum = v[t]; // stays in a register, as the sample's compiler left it
    v[t] = sum += v[t + 32];
    v[t] = sum += v[t + 16];
    v[t] = sum += v[t + 8];
    v[t] = sum += v[t + 4];
    v[t] = sum += v[t + 2];
    v[t] = sum += v[t + 1];
  }
#endif
  if (t == 0) out[get_group_id(0)] = s[0];
}
