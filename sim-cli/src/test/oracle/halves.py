# SPDX-License-Identifier: Apache-2.0
"""Inputs and expectation of the workload halves: NumPy float16; directed roundings and fma by exact fractions.

Run in sim-cli/src/test/resources/halves.
"""
import numpy as np, struct, math
from fractions import Fraction
N = 256
r=np.random.RandomState(7)
a=r.randint(0,65536,N).astype('u2').view('f2'); b=r.randint(0,65536,N).astype('u2').view('f2')
fx=lambda x: np.where(np.isfinite(x),x,np.float16(1.5)).astype('f2')
a=fx(a);b=fx(b); a[N//2:]=r.uniform(-4,4,N//2).astype('f2'); b[N//2:]=r.uniform(-4,4,N//2).astype('f2')
b=np.where(b==0,np.float16(.5),b).astype('f2')
f=(r.uniform(-1,1,N)*2.0**r.randint(-27,18,N)).astype('f4')
f[:12]=[0,-0.0,65504,65519.996,65520,-65520,1e9,-1e9,2**-24,2**-25,-2**-25,2**-26]
f[12:16]=[np.inf,-np.inf,1+2**-11,1+3*2**-11]
a.tofile('halves.a.bin');b.tofile('halves.b.bin');f.tofile('halves.f.bin')
def rnd(x,mode):
    n=np.float16(x); 
    if np.isinf(x) or float(n)==float(x): return n
    big=Fraction(float(x))
    up=lambda h: np.nextafter(h,np.float16(np.inf)); dn=lambda h: np.nextafter(h,np.float16(-np.inf))
    above = float(n)>float(x)
    lo=dn(n) if above else n; hi=n if above else up(n)
    m=mode if mode!='z' else ('n' if x>0 else 'p')
    v= lo if m=='n' else hi
    return np.copysign(v,np.float16(x)) if v==0 else v
with np.errstate(all='ignore'):
    A,B=a.astype('f8'),b.astype('f8')
    e=[a+b,a-b,a*b,a/b,np.abs(a),f.astype('f2')]
    z,p,m=[np.array([rnd(x,k) for x in f],'f2') for k in 'zpn']
    e+=[z,p,m,f.astype('f2'),f.astype('f2'),z,p,m,b,np.exp(A).astype('f2'),np.tanh(A).astype('f2')]
    c=a[::-1]
    fma=[]
    for x,y,w in zip(a,b,c):
        v=Fraction(float(x))*Fraction(float(y))+Fraction(float(w))
        # round to odd in double, then to half: a single rounding
        d=float(v)
        if Fraction(d)!=v:
            bits=struct.unpack('<q',struct.pack('<d',d))[0]
            if not bits&1:
                d=math.nextafter(d, math.inf if v>Fraction(d) else -math.inf)
        fma.append(np.float16(d))
    e.append(np.array(fma,'f2'))
np.concatenate(e).astype('f2').tofile('halves.o.bin')
