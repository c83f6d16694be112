typedef struct { int a[6]; float f; } SA;
__attribute__((noinline)) int pick(SA s, int i) { return s.a[i % 6] + (int)s.f; }
__attribute__((noinline)) SA fill(int i) { SA s; for (int k = 0; k < 6; k++) s.a[(k + i) % 6] = i * k; s.f = i; return s; }
__kernel void structarr(__global int *p) {
  int i = get_global_id(0);
  SA s = fill(i);
  p[i] = pick(s, i) + pick(s, i + 1) * 100;
}
