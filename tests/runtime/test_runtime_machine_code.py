"""The functions in machine code, on the processors that they are for: emulated, where Unicorn is installed."""
import struct

import pytest

from recto.runtime.host.machine_code import CODE, COUNT, LISTINGS, MESSAGE, PYTHON, SIGACTION, assemble

unicorn = pytest.importorskip("unicorn")
BASE, STACK, OBJECTS, STUBS = 0x10000000, 0x20000000, 0x30000000, 0x40000000
LEAVE, HANDLER, ACTION, ERROR = (STUBS + 0x100 * k for k in range(4))       # functions that the code calls


class Machine:
    """A processor with the page, and functions of C that note how they are called."""

    def __init__(self, name):
        self.arm = name == "aarch64"
        if self.arm:
            from unicorn import arm64_const as names
            self.uc = unicorn.Uc(unicorn.UC_ARCH_ARM64, unicorn.UC_MODE_ARM)
            self.registers = [names.UC_ARM64_REG_X0, names.UC_ARM64_REG_X1, names.UC_ARM64_REG_X2]
            self.result, self.sp, self.pc = names.UC_ARM64_REG_X0, names.UC_ARM64_REG_SP, names.UC_ARM64_REG_PC
            self.link = names.UC_ARM64_REG_LR
            self.kept = [getattr(names, f"UC_ARM64_REG_X{k}") for k in range(19, 30)]
        else:
            from unicorn import x86_const as names
            self.uc = unicorn.Uc(unicorn.UC_ARCH_X86, unicorn.UC_MODE_64)
            self.registers = [names.UC_X86_REG_RDI, names.UC_X86_REG_RSI, names.UC_X86_REG_RDX]
            self.result, self.sp, self.pc = names.UC_X86_REG_RAX, names.UC_X86_REG_RSP, names.UC_X86_REG_RIP
            self.kept = [names.UC_X86_REG_RBX, names.UC_X86_REG_RBP, names.UC_X86_REG_R12, names.UC_X86_REG_R13,
                         names.UC_X86_REG_R14, names.UC_X86_REG_R15]
        code, self.starts = assemble(LISTINGS[name])
        for place, size in ((BASE, 2 * CODE), (STACK, 0x10000), (OBJECTS, 0x10000), (STUBS, 0x1000)):
            self.uc.mem_map(place, size)
        self.uc.mem_write(BASE + CODE, code)
        self.write(BASE + PYTHON, HANDLER)
        self.write(BASE + SIGACTION, ACTION)
        self.installed, self.error, self.called = HANDLER, None, []

    def write(self, place, *words):
        self.uc.mem_write(place, struct.pack(f"<{len(words)}Q", *(w % 2**64 for w in words)))

    def read(self, place, kind="q"):
        return struct.unpack(f"<{kind}", self.uc.mem_read(place, struct.calcsize(kind)))[0]

    def arguments(self):
        return [self.uc.reg_read(r) for r in self.registers]

    def run(self, function, *arguments):
        """Call a function, until it returns."""
        sp = STACK + 0x8000
        kept = [100 + k for k in range(len(self.kept))]
        for register, value in [*zip(self.registers, arguments), *zip(self.kept, kept)]:
            self.uc.reg_write(register, value)
        if self.arm:
            self.uc.reg_write(self.link, LEAVE)
        else:
            sp -= 8
            self.write(sp, LEAVE)
        self.uc.reg_write(self.sp, sp)
        at = BASE + CODE + self.starts[function]
        while at != LEAVE:
            self.uc.emu_start(at, STUBS + 0x1000, count=1)
            at = self.uc.reg_read(self.pc)
            if STUBS < at < STUBS + 0x1000:
                at = self.c_function(at)
        assert self.uc.reg_read(self.sp) == sp + 8 * (not self.arm)
        assert [self.uc.reg_read(r) for r in self.kept] == kept
        return self.uc.reg_read(self.result)

    def c_function(self, at):
        """What C does; where it returns to."""
        one, two, three = self.arguments()
        sp = self.uc.reg_read(self.sp)
        assert sp % 16 == (0 if self.arm else 8)                   # as the calling convention demands
        self.called.append(at)
        if at == ERROR:
            assert self.read(one) == 32 and self.read(one + 8) == 0
            self.error = self.read(one + 16), self.read(one + 24, "i")
        if at == ACTION:
            assert one == 2
            if three:
                self.write(three, self.installed)
            if two:
                self.installed = self.read(two)
        for register in self.registers:
            self.uc.reg_write(register, 0xDEAD)                 # C need not keep them
        self.uc.reg_write(self.result, {ERROR: 77, ACTION: 0, HANDLER: 0}[at])
        if self.arm:
            back = self.uc.reg_read(self.link)
        else:
            back = self.read(sp)
            self.uc.reg_write(self.sp, sp + 8)
        self.uc.reg_write(self.pc, back)
        return back

    def frame(self, *values):
        """A frame with these arguments (64-bit integers) and one result; where the result will be."""
        data, buffers, pointers = OBJECTS + 0x1000, OBJECTS + 0x2000, OBJECTS + 0x3000
        for k, value in enumerate([*values, 0]):
            self.write(data + 8 * k, value)
            self.write(buffers + 64 * k + 24, data + 8 * k)
            self.write(pointers + 8 * k, buffers + 64 * k)
        self.write(OBJECTS + 8, 0, OBJECTS + 0x4000)
        self.write(OBJECTS + 0x4000 + 48, ERROR)
        self.write(OBJECTS + 72, pointers)
        self.write(OBJECTS + 112, pointers + 8 * len(values))
        return OBJECTS, data + 8 * len(values)


@pytest.fixture(params=LISTINGS)
def machine(request):
    return Machine(request.param)


def test_the_handler_counts_and_goes_on_to_python(machine):
    for count in (1, 2):
        machine.run("handler", 2, 0x55, 0x66)
        assert machine.read(BASE + COUNT) == count and machine.called == [HANDLER] * count


@pytest.mark.parametrize("function", ["now", "check"])
def test_custom_calls_tell_their_version(machine, function):
    frame, extension, metadata = OBJECTS, OBJECTS + 0x100, OBJECTS + 0x200
    machine.write(frame + 8, extension)
    machine.write(extension, 32, 1, 0, metadata)
    machine.uc.mem_write(metadata, b"\xff" * 64)
    assert machine.run(function, frame) == 0 and machine.called == []
    assert [machine.read(metadata + k, "i") for k in (24, 28, 32)] == [0, 3, 0]
    assert machine.read(metadata + 16) == machine.read(metadata + 40) == -1


def test_now_installs_the_handler_and_gives_the_count(machine):
    handler = BASE + CODE + machine.starts["handler"]
    machine.write(BASE + COUNT, 41)
    for calls in (2, 1):            # the second time it is there
        frame, result = machine.frame()
        machine.called.clear()
        assert machine.run("now", frame) == 0 and machine.read(result) == 41
        assert machine.installed == handler and machine.called == [ACTION] * calls
    machine.installed = 1           # ignored, or somebody else's: that stays
    assert machine.run("now", machine.frame()[0]) == 0 and machine.installed == 1


def test_check_fails_when_the_count_is_another(machine):
    machine.write(BASE + COUNT, 41)
    frame, result = machine.frame(1000, 41)
    assert machine.run("check", frame) == 0 and machine.read(result) == 1000 and machine.error is None
    frame, result = machine.frame(1000, 40)
    assert machine.run("check", frame) == 77 and machine.error == (BASE + MESSAGE, 1)
