package io.lockstep.kernel.ir;

import static io.lockstep.kernel.ir.SampleKernels.c;
import static io.lockstep.kernel.ir.SampleKernels.r;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class UniformityTest {
  @Test
  @DisplayName("a branch on the work-item's id differs, and so does what is written under it")
  void divergentDiamond() {
    Uniformity u = new Uniformity(SampleKernels.diamond(Special.LOCAL_ID_X).build());
    assertThat(u.isUniform(SampleKernels.ID)).isFalse();
    assertThat(u.isUniform(SampleKernels.TEST)).isFalse();
    assertThat(u.isUniform(SampleKernels.VALUE)).isFalse();
    assertThat(u.isUniform(SampleKernels.LIMIT)).isTrue();
    assertThat(u.isUniform(SampleKernels.ADDRESS)).isTrue();
    assertThat(u.isUniformBranch(0)).isFalse();
    assertThat(u.isUniformBlock(1)).isFalse();
    assertThat(u.isUniformBlock(2)).isTrue();
  }

  @Test
  @DisplayName("a branch on the group's id is taken by all")
  void uniformDiamond() {
    Kernel kernel = SampleKernels.diamond(Special.GROUP_ID_X).build();
    Uniformity u = new Uniformity(kernel);
    assertThat(u.isUniform(SampleKernels.VALUE)).isTrue();
    assertThat(u.isUniformBranch(0)).isTrue();
    assertThat(u.isUniformBlock(1)).isTrue();
    assertThat(kernel.blocks().get(0).instructions()).allMatch(u::isUniform);
  }

  @Test
  @DisplayName("a counter of a loop that work-items leave at different times differs after it")
  void loopWithDivergentExit() {
    KernelBuilder k = new KernelBuilder("loop", "test", "loop.test");
    int id = k.register(Type.I32, "id");
    int i = k.register(Type.I32, "i");
    int p = k.register(Type.I1, "p");
    int first = k.block();
    k.add(first, Instruction.of(Op.SPECIAL, Type.I32).special(Special.LOCAL_ID_X).to(id).build());
    k.add(first, SampleKernels.move(i, c(0), Type.I32));
    int body = k.block();
    k.add(body, Instruction.of(Op.ADD, Type.I32).to(i).from(r(i), c(1)).build());
    k.add(
        body,
        Instruction.of(Op.COMPARE, Type.I32)
            .comparison(Comparison.LT)
            .to(p)
            .from(r(i), r(id))
            .build());
    k.add(body, Instruction.of(Op.BRANCH, Type.I1).guard(p, false).build());
    int end = k.block();
    k.successors(body, end, body);
    k.add(end, SampleKernels.exit());
    Uniformity u = new Uniformity(k.build());
    assertThat(u.isUniform(i)).isFalse();
    assertThat(u.isUniformBranch(body)).isFalse();
  }

  @ParameterizedTest
  @EnumSource(
      value = Space.class,
      names = {"GLOBAL", "CONSTANT", "LOCAL", "PRIVATE"})
  @DisplayName("a load from one address is uniform in global and constant memory only")
  void loads(Space space) {
    KernelBuilder k = new KernelBuilder("load", "test", "load.test");
    int address = k.register(Type.PTR, "a");
    int value = k.register(Type.I32, "v");
    int b = k.block();
    k.add(b, SampleKernels.loadParameter(address, Type.PTR, 0));
    k.add(
        b,
        Instruction.of(Op.LOAD, Type.I32)
            .to(value)
            .from(r(address))
            .memory(new MemoryAccess(space, Type.I32, 1, -1, 0, false, false))
            .build());
    k.add(b, SampleKernels.exit());
    assertThat(new Uniformity(k.build()).isUniform(value))
        .isEqualTo(space == Space.GLOBAL || space == Space.CONSTANT);
  }
}
