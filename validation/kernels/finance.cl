// Prices of European options: in closed form, and by paths that are read from memory.
#define RATE 0.02f
#define VOLATILITY 0.3f
float normal(float d) {
  float k = native_recip(1.0f + 0.2316419f * fabs(d));
  float tail = 0.39894228f * native_exp(-0.5f * d * d)
      * (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0 ? 1.0f - tail : tail;
}
__kernel void options(__global const float *price, __global const float *strike, __global const float *years,
    __global float *call, __global float *put, int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
    float s = price[i], x = strike[i], t = years[i];
    float root = native_sqrt(t);
    float d1 = native_divide(native_log(native_divide(s, x)) + (RATE + 0.5f * VOLATILITY * VOLATILITY) * t, VOLATILITY * root);
    float d2 = d1 - VOLATILITY * root;
    float n1 = normal(d1), n2 = normal(d2), later = x * native_exp(-RATE * t);
    call[i] = s * n1 - later * n2;
    put[i] = later * (1.0f - n2) - s * (1.0f - n1);
  }
}
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void paths(__global const float *samples, __global float *sums, __global float *squares, int n, float price, float strike,
    float drift, float spread) {
  __local float s[256], q[256];
  int t = get_local_id(0);
  float sum = 0, square = 0;
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
    float gain = fmax(price * native_exp(drift + spread * samples[i]) - strike, 0.0f);
    sum += gain;
    square += gain * gain;
  }
  s[t] = sum;
  q[t] = square;
  for (int h = 128; h > 0; h >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < h) {
      s[t] += s[t + h];
      q[t] += q[t + h];
    }
  }
  if (t == 0) {
    sums[get_group_id(0)] = s[0];
    squares[get_group_id(0)] = q[0];
  }
}
