// A value is refined in rounds. Slow: the host reads it back and writes it again in each round, and does nothing with
// it. Repaired: it stays on the device.
__kernel void answers(__global int *a, int round) {
  int i = get_global_id(0);
  a[i] = a[i] * 5 + round;
}
