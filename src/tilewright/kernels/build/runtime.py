"""What compiled kernels expect of Numba's runtime in WebAssembly, as LLVM text; native libraries
have it in ``calling.c``.

Memory grows from the end of the module's own data. A caller marks its end, calls a kernel, and
releases what the kernel allocated for itself. So references need not be counted, and nothing is
freed one by one.
"""

from __future__ import annotations

import re

#: The functions that a caller uses: allocate bytes, tell the end of the memory in use, and return
#: to an earlier end.
EXPORTED = ("allocate", "mark", "release")

#: Functions that the code generator calls.
CALLED = ("__multi3",)

#: Numba's record of an array: references, two pointers, the address of the elements, their bytes.
_RECORD = "{ i64, ptr, ptr, ptr, i64 }"
_PAGE_BITS = 16

RUNTIME = f"""
@__heap_base = external global i8
@end = internal global i32 0

define i32 @mark() {{
  %known = load i32, ptr @end
  %unknown = icmp eq i32 %known, 0
  %base = ptrtoint ptr @__heap_base to i32
  %result = select i1 %unknown, i32 %base, i32 %known
  ret i32 %result
}}

define void @release(i32 %to) {{
  store i32 %to, ptr @end
  ret void
}}

define ptr @allocate(i32 %bytes) {{
  %begin = call i32 @mark()
  %more = add i32 %begin, 15
  %aligned = and i32 %more, -16
  %after = add i32 %aligned, %bytes
  %wraps = icmp ult i32 %after, %aligned
  br i1 %wraps, label %full, label %sized
sized:
  %pages = call i32 @llvm.wasm.memory.size.i32(i32 0)
  %last = add i32 %after, {(1 << _PAGE_BITS) - 1}
  %needed = lshr i32 %last, {_PAGE_BITS}
  %missing = sub i32 %needed, %pages
  %short = icmp sgt i32 %missing, 0
  br i1 %short, label %grow, label %done
grow:
  %before = call i32 @llvm.wasm.memory.grow.i32(i32 0, i32 %missing)
  %failed = icmp eq i32 %before, -1
  br i1 %failed, label %full, label %done
full:
  call void @llvm.trap()
  unreachable
done:
  store i32 %after, ptr @end
  %result = inttoptr i32 %aligned to ptr
  ret ptr %result
}}

define ptr @NRT_Allocate(i64 %bytes) {{
  %size = trunc i64 %bytes to i32
  %result = call ptr @allocate(i32 %size)
  ret ptr %result
}}

define void @NRT_Free(ptr %array) {{
  ret void
}}

define ptr @NRT_MemInfo_alloc_aligned(i64 %bytes, i32 %alignment) {{
  %size = trunc i64 %bytes to i32
  %elements = call ptr @allocate(i32 %size)
  %record = call ptr @allocate(i32 ptrtoint (ptr getelementptr ({_RECORD}, ptr null, i32 1) to i32))
  %references = getelementptr {_RECORD}, ptr %record, i32 0, i32 0
  store i64 1, ptr %references
  %address = getelementptr {_RECORD}, ptr %record, i32 0, i32 3
  store ptr %elements, ptr %address
  ret ptr %record
}}

define ptr @NRT_MemInfo_alloc(i64 %bytes) {{
  %record = call ptr @NRT_MemInfo_alloc_aligned(i64 %bytes, i32 16)
  ret ptr %record
}}

; The product of two numbers of 128 bits, each as its low and its high half.
define void @__multi3(ptr %product, i64 %a, i64 %a_high, i64 %b, i64 %b_high) noinline optnone {{
  %a0 = and i64 %a, 4294967295
  %a1 = lshr i64 %a, 32
  %b0 = and i64 %b, 4294967295
  %b1 = lshr i64 %b, 32
  %p00 = mul i64 %a0, %b0
  %p01 = mul i64 %a0, %b1
  %p10 = mul i64 %a1, %b0
  %p11 = mul i64 %a1, %b1
  %carry = lshr i64 %p00, 32
  %low01 = and i64 %p01, 4294967295
  %low10 = and i64 %p10, 4294967295
  %middle0 = add i64 %carry, %low01
  %middle = add i64 %middle0, %low10
  %low00 = and i64 %p00, 4294967295
  %shifted = shl i64 %middle, 32
  %low = or i64 %low00, %shifted
  %high01 = lshr i64 %p01, 32
  %high10 = lshr i64 %p10, 32
  %high_middle = lshr i64 %middle, 32
  %h0 = add i64 %p11, %high01
  %h1 = add i64 %h0, %high10
  %h2 = add i64 %h1, %high_middle
  %cross0 = mul i64 %a, %b_high
  %cross1 = mul i64 %a_high, %b
  %h3 = add i64 %h2, %cross0
  %high = add i64 %h3, %cross1
  store i64 %low, ptr %product
  %above = getelementptr i64, ptr %product, i32 1
  store i64 %high, ptr %above
  ret void
}}

declare i32 @llvm.wasm.memory.size.i32(i32)
declare i32 @llvm.wasm.memory.grow.i32(i32, i32)
declare void @llvm.trap()
"""

#: Functions of the runtime that have nothing to do here.
_IDLE = ("NRT_incref", "NRT_decref")


def without_counting(text: str) -> str:
    """Return LLVM text in which the counting of references does nothing."""
    for name in _IDLE:
        idle = f"define linkonce_odr void @{name}(ptr %0) {{\n  ret void\n}}\n"
        text = re.sub(
            rf"^define [^\n]*@{name}\(.*?^}}\n", idle, text, flags=re.MULTILINE | re.DOTALL
        )
    return text
