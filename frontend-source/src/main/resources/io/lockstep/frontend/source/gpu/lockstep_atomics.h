/* SPDX-License-Identifier: Apache-2.0 */
/* Atomic functions: of the device, and with _block and _system of the block and the whole system. */
#ifndef LOCKSTEP_ATOMICS_H
#define LOCKSTEP_ATOMICS_H

#define LOCKSTEP_ATOMIC(name, T, C, builtin) \
  LOCKSTEP_DEVICE T name(T* p, T v) { return (T)__nvvm_atom_##builtin((C*)p, (C)v); }
#define LOCKSTEP_SCOPES(name, op, T, C, ending) \
  LOCKSTEP_ATOMIC(name, T, C, op##_gen_##ending) \
  LOCKSTEP_ATOMIC(name##_block, T, C, cta_##op##_gen_##ending) \
  LOCKSTEP_ATOMIC(name##_system, T, C, sys_##op##_gen_##ending)
#define LOCKSTEP_BITS(name, op) \
  LOCKSTEP_SCOPES(name, op, int, int, i) LOCKSTEP_SCOPES(name, op, unsigned, int, i) \
  LOCKSTEP_SCOPES(name, op, long, long, l) LOCKSTEP_SCOPES(name, op, unsigned long, long, l) \
  LOCKSTEP_SCOPES(name, op, long long, long long, ll) \
  LOCKSTEP_SCOPES(name, op, unsigned long long, long long, ll)
LOCKSTEP_BITS(atomicAdd, add) LOCKSTEP_BITS(atomicExch, xchg)
LOCKSTEP_BITS(atomicAnd, and) LOCKSTEP_BITS(atomicOr, or) LOCKSTEP_BITS(atomicXor, xor)
LOCKSTEP_SCOPES(atomicAdd, add, float, float, f) LOCKSTEP_SCOPES(atomicAdd, add, double, double, d)
#undef LOCKSTEP_BITS
#define LOCKSTEP_EXTREME(name, op) \
  LOCKSTEP_SCOPES(name, op, int, int, i) LOCKSTEP_SCOPES(name, op, long, long, l) \
  LOCKSTEP_SCOPES(name, op, long long, long long, ll) \
  LOCKSTEP_SCOPES(name, op, unsigned, unsigned, ui) \
  LOCKSTEP_SCOPES(name, op, unsigned long, unsigned long, ul) \
  LOCKSTEP_SCOPES(name, op, unsigned long long, unsigned long long, ull)
LOCKSTEP_EXTREME(atomicMin, min) LOCKSTEP_EXTREME(atomicMax, max)
LOCKSTEP_SCOPES(atomicInc, inc, unsigned, unsigned, ui)
LOCKSTEP_SCOPES(atomicDec, dec, unsigned, unsigned, ui)

#define LOCKSTEP_SAME(name, ending, T, W) \
  LOCKSTEP_DEVICE T name##ending(T* p, T v) { \
    return __builtin_bit_cast(T, name##ending((W*)p, __builtin_bit_cast(W, v))); \
  }
#define LOCKSTEP_EXCHANGE(ending) \
  LOCKSTEP_SAME(atomicExch, ending, float, int) LOCKSTEP_SAME(atomicExch, ending, double, long long) \
  LOCKSTEP_DIFFERENCE(ending, int, int) LOCKSTEP_DIFFERENCE(ending, unsigned, unsigned)
#define LOCKSTEP_DIFFERENCE(ending, T, U) \
  LOCKSTEP_DEVICE T atomicSub##ending(T* p, T v) { return atomicAdd##ending(p, (T)(0 - (U)v)); }
LOCKSTEP_EXCHANGE() LOCKSTEP_EXCHANGE(_block) LOCKSTEP_EXCHANGE(_system)
#undef LOCKSTEP_EXCHANGE
#undef LOCKSTEP_DIFFERENCE

#define LOCKSTEP_COMPARE(T, C, ending) \
  LOCKSTEP_DEVICE T atomicCAS(T* p, T e, T v) { return (T)__nvvm_atom_cas_gen_##ending((C*)p, (C)e, (C)v); } \
  LOCKSTEP_DEVICE T atomicCAS_block(T* p, T e, T v) { \
    return (T)__nvvm_atom_cta_cas_gen_##ending((C*)p, (C)e, (C)v); \
  } \
  LOCKSTEP_DEVICE T atomicCAS_system(T* p, T e, T v) { \
    return (T)__nvvm_atom_sys_cas_gen_##ending((C*)p, (C)e, (C)v); \
  }
LOCKSTEP_COMPARE(int, int, i) LOCKSTEP_COMPARE(unsigned, int, i)
LOCKSTEP_COMPARE(long, long, l) LOCKSTEP_COMPARE(unsigned long, long, l)
LOCKSTEP_COMPARE(long long, long long, ll) LOCKSTEP_COMPARE(unsigned long long, long long, ll)
LOCKSTEP_COMPARE(unsigned short, unsigned short, us)
#undef LOCKSTEP_COMPARE
#undef LOCKSTEP_ATOMIC
#undef LOCKSTEP_SCOPES
#undef LOCKSTEP_EXTREME
#undef LOCKSTEP_SAME
#endif
