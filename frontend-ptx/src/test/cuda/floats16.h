// Floats of 16 bits for g++: f16 by its _Float16, bf16 by rounding exact values of wider types.
#pragma once
static u16 canonical(u16 a) { return (a & 0x7fff) > 0x7c00 ? 0x7fff : a; }
static bool nan(u16 a) { return (a & 0x7fff) > 0x7c00; }
static bool either(u16 a, u16 b) { return nan(a) || nan(b); }
static bool ordered(u16 a, u16 b) { return !either(a, b); }
static float F(u16 a) { _Float16 x; memcpy(&x, &a, 2); return (float)x; }
template <class V> static u16 h(V v) { volatile V w = v; volatile _Float16 x = (_Float16)w; _Float16 y = x; u16 r; memcpy(&r, &y, 2); return canonical(r); }
// The product is exact in 113 bits, and so is the sum: exponents of f16 differ by 80 at most.
static u16 hfma(u16 a, u16 b, u16 c) { volatile __float128 x = F(a), y = F(b), w = F(c); return h<__float128>(x * y + w); }
static u16 z(u16 a) { return a & 0x7c00 ? a : a & 0x8000; }
static u16 sat(u16 a) { return nan(a) ? 0 : F(a) < 0 || F(a) == 0 ? 0 : F(a) > 1 ? 0x3c00 : a; }
static u16 relu(u16 a) { return nan(a) ? 0x7fff : a & 0x8000 ? 0 : a; }
static u16 minimum(u16 a, u16 b) { return nan(a) ? canonical(b) : nan(b) ? a : F(a) < F(b) ? a : F(b) < F(a) ? b : a | b; }
static u16 maximum(u16 a, u16 b) { return nan(a) ? canonical(b) : nan(b) ? a : F(a) > F(b) ? a : F(b) > F(a) ? b : a & b; }
template <class G> static u32 each1(u32 x, G g) { return g((u16)x) | (u32)g((u16)(x >> 16)) << 16; }
template <class G> static u32 each2(u32 x, u32 y, G g) { return g((u16)x, (u16)y) | (u32)g((u16)(x >> 16), (u16)(y >> 16)) << 16; }
template <class G> static u32 each3(u32 x, u32 y, u32 w, G g) { return g((u16)x, (u16)y, (u16)w) | (u32)g((u16)(x >> 16), (u16)(y >> 16), (u16)(w >> 16)) << 16; }
template <class G> static u16 flushed(G g, u16 a, u16 b) { return g(z(a), z(b)); }
static bool nan_b(u16 a) { return (a & 0x7fff) > 0x7f80; }
static u16 canonical_b(u16 a) { return nan_b(a) ? 0x7fff : a; }
// bf16: the upper half of an F32.
static float W(u16 a) { u32 x = (u32)a << 16; float f; memcpy(&f, &x, 4); return f; }
// Rounds an exact value once, by the current mode: to a whole number of units in the last place.
static u16 bf(long double v) {
  if (v != v) return 0x7fff;
  volatile long double x = v; int e; long double m = frexpl(fabsl(v), &e);
  if (m == 0 || std::isinf(m)) { float f = (float)v; u32 r; memcpy(&r, &f, 4); return r >> 16; }
  int unit = e - 8 < -133 ? -133 : e - 8;
  volatile long double units = ldexpl(x, -unit);
  volatile long double whole = nearbyintl(units), r = ldexpl(whole, unit);
  if (r == 0) return std::signbit(v) ? 0x8000 : 0;
  if (fabsl(r) >= 0x1p128L) {
    int mode = fegetround(); bool away = mode == FE_TONEAREST || mode == (v > 0 ? FE_UPWARD : FE_DOWNWARD);
    return (v < 0 ? 0x8000 : 0) | (away ? 0x7f80 : 0x7f7f);
  }
  float f = (float)r; u32 w; memcpy(&w, &f, 4); return w >> 16;
}
// The product is exact in 53 bits; what the sum loses decides between its neighbours.
static u16 bfma(u16 a, u16 c, u16 d) {
  volatile double x = W(a), y = W(c), w = W(d), p = x * y, s = p + w;
  if (!std::isfinite(x) || !std::isfinite(y) || !std::isfinite(w)) return bf(s);
  volatile double t = s - p, e1 = p - (s - t), e2 = w - t, lost = e1 + e2;
  double r = s;
  if (lost > 0) r = nextafter(s, INFINITY); else if (lost < 0) r = nextafter(s, -INFINITY);
  return bf(r);
}
static u16 bminimum(u16 a, u16 c) { return nan_b(a) ? canonical_b(c) : nan_b(c) ? a : W(a) < W(c) ? a : W(c) < W(a) ? c : a | c; }
static u16 bmaximum(u16 a, u16 c) { return nan_b(a) ? canonical_b(c) : nan_b(c) ? a : W(a) > W(c) ? a : W(c) > W(a) ? c : a & c; }
static u16 brelu(u16 a) { return nan_b(a) ? 0x7fff : a & 0x8000 ? 0 : a; }
