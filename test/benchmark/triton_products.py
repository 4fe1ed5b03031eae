#===- triton_products.py - Matrix products in Triton -----------------------===#
#
# What products.py compares with: a product by pointers, with grouped program
# instances, and one by tensor descriptors (TMA).
#
#===----------------------------------------------------------------------===#

import torch
import triton
import triton.language as tl

triton.set_allocator(lambda size, align, stream: torch.empty(
    size, device="cuda", dtype=torch.int8))


@triton.jit
def place(M, N, BM: tl.constexpr, BN: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    nm = tl.cdiv(M, BM)
    nn = tl.cdiv(N, BN)
    first = pid // (GROUP * nn) * GROUP
    size = min(nm - first, GROUP)
    within = pid % (GROUP * nn)
    return first + within % size, within // size


@triton.jit
def matmul(a, b, c, M, N, K, sam, sak, sbk, sbn, scm, scn, BM: tl.constexpr,
           BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pm, pn = place(M, N, BM, BN, GROUP)
    rm = (pm * BM + tl.arange(0, BM)) % M
    rn = (pn * BN + tl.arange(0, BN)) % N
    rk = tl.arange(0, BK)
    pa = a + rm[:, None] * sam + rk[None, :] * sak
    pb = b + rk[:, None] * sbk + rn[None, :] * sbn
    acc = tl.zeros((BM, BN), tl.float32)
    for k in range(0, tl.cdiv(K, BK)):
        x = tl.load(pa, mask=rk[None, :] < K - k * BK, other=0.0)
        y = tl.load(pb, mask=rk[:, None] < K - k * BK, other=0.0)
        acc = tl.dot(x, y, acc)
        pa += BK * sak
        pb += BK * sbk
    om = pm * BM + tl.arange(0, BM)
    on = pn * BN + tl.arange(0, BN)
    tl.store(c + om[:, None] * scm + on[None, :] * scn,
             acc.to(c.dtype.element_ty),
             mask=(om[:, None] < M) & (on[None, :] < N))


@triton.jit
def matmul_tma(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr,
               BK: tl.constexpr, GROUP: tl.constexpr):
    da = tl.make_tensor_descriptor(a, [M, K], [K, 1], [BM, BK])
    db = tl.make_tensor_descriptor(b, [K, N], [N, 1], [BK, BN])
    dc = tl.make_tensor_descriptor(c, [M, N], [N, 1], [BM, BN])
    pm, pn = place(M, N, BM, BN, GROUP)
    acc = tl.zeros((BM, BN), tl.float32)
    for k in range(0, tl.cdiv(K, BK)):
        acc = tl.dot(da.load([pm * BM, k * BK]), db.load([k * BK, pn * BN]), acc)
    dc.store([pm * BM, pn * BN], acc.to(c.dtype.element_ty))


@triton.jit
def attention(q, k, v, o, scale, H, N, D: tl.constexpr, BM: tl.constexpr,
              BN: tl.constexpr, CAUSAL: tl.constexpr):
    start = tl.program_id(0)
    base = tl.program_id(1).to(tl.int64) * N * D
    rm = start * BM + tl.arange(0, BM)
    rn = tl.arange(0, BN)
    rd = tl.arange(0, D)
    tq = tl.load(q + base + rm[:, None] * D + rd[None, :])
    pk = k + base + rd[:, None] + rn[None, :] * D
    pv = v + base + rn[:, None] * D + rd[None, :]
    m = tl.full((BM,), -float("inf"), tl.float32)
    l = tl.zeros((BM,), tl.float32)
    acc = tl.zeros((BM, D), tl.float32)
    scale2 = scale * 1.4426950408889634
    end = (start + 1) * BM if CAUSAL else N
    for s in range(0, end, BN):
        qk = tl.dot(tq, tl.load(pk)) * scale2
        if CAUSAL:
            qk = tl.where(rm[:, None] >= (s + rn)[None, :], qk, -float("inf"))
        new = tl.maximum(m, tl.max(qk, axis=1))
        p = tl.exp2(qk - new[:, None])
        alpha = tl.exp2(m - new)
        l = l * alpha + tl.sum(p, axis=1)
        acc = acc * alpha[:, None]
        acc = tl.dot(p.to(tq.dtype), tl.load(pv), acc)
        m = new
        pk += BN * D
        pv += BN * D
    tl.store(o + base + rm[:, None] * D + rd[None, :],
             (acc / l[:, None]).to(o.dtype.element_ty))
