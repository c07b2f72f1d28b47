"""Three functions in machine code, so that no compiler is needed: they let Ctrl-C reach a loop that XLA runs.

Bytes on the left, what they mean on the right. Data lie CODE bytes before the code, which refers to them relative to
itself: COUNT, the number of interrupts so far; PYTHON, the address of Python's handler of SIGINT; SIGACTION, the
address of that function of C; MESSAGE, of an error.

    handler     of SIGINT: adds 1 to COUNT, and goes on to Python's own
    now         a custom call: COUNT. Before that, it puts `handler` in front of Python's, where that is installed
    check       a custom call of (t, n): t; fails with MESSAGE if COUNT is not n

Custom calls get a frame (xla/ffi/api/c_api.h, version 0.3): at 8 an extension, by which XLA asks for the version; at
16 the functions of XLA, of which that at 48 makes errors; at 72 arguments and at 112 results, the data of each at 24.
"""

from __future__ import annotations

CODE = 1 << 16  # bytes: a multiple of the size of pages
COUNT, PYTHON, SIGACTION, MESSAGE = 0, 8, 16, 24  # where the data are
ALIGNED = 16


def assemble(text: str) -> tuple[bytes, dict[str, int]]:
    """The code of a listing, and where its functions are."""
    code, starts = b"", {}
    for line in text.strip().splitlines():
        if line.startswith("        "):
            code += bytes.fromhex(line.split()[0])
        elif not line.startswith(" "):
            code += bytes(-len(code) % ALIGNED)
            starts[line.rstrip(":")] = len(code)
    return code, starts


X86_64 = """
handler:
        f048ff05f8fffeff        lock inc qword ptr COUNT
        ff25fafffeff            jmp qword ptr PYTHON
now:
        488b4708                mov rax, [rdi+8]
        4885c0                  test rax, rax
        7422                    je run
        83780801                cmp dword ptr [rax+8], 1
        751c                    jne run
        488b4018                mov rax, [rax+24]
        c7401800000000          mov dword ptr [rax+24], 0
        c7401c03000000          mov dword ptr [rax+28], 3
        c7402000000000          mov dword ptr [rax+32], 0
        31c0                    xor eax, eax
        c3                      ret
  run:
        53                      push rbx
        4889fb                  mov rbx, rdi
        4881eca0000000          sub rsp, 160
        bf02000000              mov edi, 2
        31f6                    xor esi, esi
        4889e2                  mov rdx, rsp
        ff15bafffeff            call qword ptr SIGACTION
        85c0                    test eax, eax
        7528                    jne done
        488b05a7fffeff          mov rax, PYTHON
        48390424                cmp [rsp], rax
        751b                    jne done
        488d0592ffffff          lea rax, handler
        48890424                mov [rsp], rax
        bf02000000              mov edi, 2
        4889e6                  mov rsi, rsp
        31d2                    xor edx, edx
        ff158efffeff            call qword ptr SIGACTION
  done:
        4881c4a0000000          add rsp, 160
        488b4370                mov rax, [rbx+112]
        488b00                  mov rax, [rax]
        488b4018                mov rax, [rax+24]
        488b0d65fffeff          mov rcx, COUNT
        488908                  mov [rax], rcx
        5b                      pop rbx
        31c0                    xor eax, eax
        c3                      ret
check:
        488b4708                mov rax, [rdi+8]
        4885c0                  test rax, rax
        7422                    je run
        83780801                cmp dword ptr [rax+8], 1
        751c                    jne run
        488b4018                mov rax, [rax+24]
        c7401800000000          mov dword ptr [rax+24], 0
        c7401c03000000          mov dword ptr [rax+28], 3
        c7402000000000          mov dword ptr [rax+32], 0
        31c0                    xor eax, eax
        c3                      ret
  run:
        488b4748                mov rax, [rdi+72]
        488b08                  mov rcx, [rax]
        488b4918                mov rcx, [rcx+24]
        488b09                  mov rcx, [rcx]
        488b5770                mov rdx, [rdi+112]
        488b12                  mov rdx, [rdx]
        488b5218                mov rdx, [rdx+24]
        48890a                  mov [rdx], rcx
        488b4808                mov rcx, [rax+8]
        488b4918                mov rcx, [rcx+24]
        488b09                  mov rcx, [rcx]
        483b0df7fefeff          cmp rcx, COUNT
        7503                    jne fail
        31c0                    xor eax, eax
        c3                      ret
  fail:
        4883ec28                sub rsp, 40
        48c7042420000000        mov qword ptr [rsp], 32
        48c744240800000000      mov qword ptr [rsp+8], 0
        488d05eefefeff          lea rax, MESSAGE
        4889442410              mov [rsp+16], rax
        c744241801000000        mov dword ptr [rsp+24], 1
        488b4710                mov rax, [rdi+16]
        4889e7                  mov rdi, rsp
        ff5030                  call qword ptr [rax+48]
        4883c428                add rsp, 40
        c3                      ret
"""

AARCH64 = """
handler:
        0900f810                adr x9, COUNT
  again:
        2a7d5fc8                ldxr x10, [x9]
        4a050091                add x10, x10, #1
        2a7d0bc8                stxr w11, x10, [x9]
        abffff35                cbnz w11, again
        b0fff758                ldr x16, PYTHON
        00021fd6                br x16
now:
        010440f9                ldr x1, [x0, #8]
        610100b4                cbz x1, run
        220840b9                ldr w2, [x1, #8]
        5f040071                cmp w2, #1
        01010054                b.ne run
        210c40f9                ldr x1, [x1, #24]
        3f1800b9                str wzr, [x1, #24]
        62008052                mov w2, #3
        221c00b9                str w2, [x1, #28]
        3f2000b9                str wzr, [x1, #32]
        000080d2                mov x0, #0
        c0035fd6                ret
  run:
        fd7bbea9                stp x29, x30, [sp, #-32]!
        f30b00f9                str x19, [sp, #16]
        fd030091                mov x29, sp
        f30300aa                mov x19, x0
        ff8302d1                sub sp, sp, #160
        40008052                mov w0, #2
        010080d2                mov x1, #0
        e2030091                mov x2, sp
        10fdf758                ldr x16, SIGACTION
        00023fd6                blr x16
        80010035                cbnz w0, done
        e90340f9                ldr x9, [sp]
        4afcf758                ldr x10, PYTHON
        3f010aeb                cmp x9, x10
        01010054                b.ne done
        a9fbff10                adr x9, handler
        e90300f9                str x9, [sp]
        40008052                mov w0, #2
        e1030091                mov x1, sp
        020080d2                mov x2, #0
        90fbf758                ldr x16, SIGACTION
        00023fd6                blr x16
  done:
        ff830291                add sp, sp, #160
        613a40f9                ldr x1, [x19, #112]
        210040f9                ldr x1, [x1]
        210c40f9                ldr x1, [x1, #24]
        42faf758                ldr x2, COUNT
        220000f9                str x2, [x1]
        f30b40f9                ldr x19, [sp, #16]
        fd7bc2a8                ldp x29, x30, [sp], #32
        000080d2                mov x0, #0
        c0035fd6                ret
check:
        010440f9                ldr x1, [x0, #8]
        610100b4                cbz x1, run
        220840b9                ldr w2, [x1, #8]
        5f040071                cmp w2, #1
        01010054                b.ne run
        210c40f9                ldr x1, [x1, #24]
        3f1800b9                str wzr, [x1, #24]
        62008052                mov w2, #3
        221c00b9                str w2, [x1, #28]
        3f2000b9                str wzr, [x1, #32]
        000080d2                mov x0, #0
        c0035fd6                ret
  run:
        012440f9                ldr x1, [x0, #72]
        220040f9                ldr x2, [x1]
        420c40f9                ldr x2, [x2, #24]
        420040f9                ldr x2, [x2]
        033840f9                ldr x3, [x0, #112]
        630040f9                ldr x3, [x3]
        630c40f9                ldr x3, [x3, #24]
        620000f9                str x2, [x3]
        220440f9                ldr x2, [x1, #8]
        420c40f9                ldr x2, [x2, #24]
        420040f9                ldr x2, [x2]
        a3f6f758                ldr x3, COUNT
        5f0003eb                cmp x2, x3
        61000054                b.ne fail
        000080d2                mov x0, #0
        c0035fd6                ret
  fail:
        fd7bbda9                stp x29, x30, [sp, #-48]!
        fd030091                mov x29, sp
        010480d2                mov x1, #32
        e10b00f9                str x1, [sp, #16]
        ff0f00f9                str xzr, [sp, #24]
        21f6f710                adr x1, MESSAGE
        e11300f9                str x1, [sp, #32]
        21008052                mov w1, #1
        e12b00b9                str w1, [sp, #40]
        010840f9                ldr x1, [x0, #16]
        211840f9                ldr x1, [x1, #48]
        e0430091                add x0, sp, #16
        20003fd6                blr x1
        fd7bc3a8                ldp x29, x30, [sp], #48
        c0035fd6                ret
"""

LISTINGS = {"x86_64": X86_64, "aarch64": AARCH64}  # by platform.machine()
