// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil;

import io.lockstep.frontend.amdil.operation.Operations;
import io.lockstep.frontend.amdil.statement.BoundResources;
import io.lockstep.frontend.amdil.statement.IlText;
import io.lockstep.frontend.amdil.statement.IlWriter;
import io.lockstep.frontend.amdil.statement.ProgramSyntax;
import io.lockstep.frontend.amdil.statement.ProgramSyntax.Statement;
import io.lockstep.frontend.amdil.statement.Statements;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.FrontendOptions.KernelAttributes;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.kernel.type.Variable;
import java.util.ArrayList;
import java.util.List;

final class ProgramLowering {
  /** The ID of this front-end, also recorded in the kernels that it lowers. */
  static final String LANGUAGE = "amdil";

  private final IlText source;
  private final ProgramSyntax.Program program;
  private final KernelBuilder builder;
  private final IlWriter e;
  private final Statements code;

  private ProgramLowering(IlText source, ProgramSyntax.Program program) {
    this.source = source;
    this.program = program;
    builder = new KernelBuilder(source.kernelName(), LANGUAGE, source.file());
    e = new IlWriter(source, builder);
    code = new Statements(e, program);
  }

  static Kernel lower(IlText source, ProgramSyntax.Program program, FrontendOptions options) {
    return new ProgramLowering(source, program).kernel(options);
  }

  private Kernel kernel(FrontendOptions options) {
    KernelAttributes attributes = options.attributes().get(source.kernelName());
    if (attributes != null && attributes.demoteDoubles()) {
      throw source.error(program.at(), "demote_doubles is for PTX, CUDA and OpenCL C, not AMD IL");
    }
    for (Statement s : program.statements()) {
      declare(s);
    }
    program.functions().values().forEach(f -> f.statements().forEach(this::declare));
    group(attributes);
    code.constructs.run(s -> Operations.decode(code, s), this::results);
    BoundResources r = code.resources;
    r.loadConstants();
    if (r.localBytes > 0) {
      builder.variable(new Variable("lds", Space.LOCAL, 0, r.localBytes, 16, new byte[0]));
    }
    if (r.privateBytes > 0) {
      builder.variable(new Variable("x", Space.PRIVATE, 0, r.privateBytes, 16, new byte[0]));
    }
    return Finish.build(e, builder, attributed(r.parameters(), attributes));
  }

  private static List<Parameter> attributed(
      List<Parameter> parameters, KernelAttributes attributes) {
    if (attributes == null) {
      return parameters;
    }
    List<Parameter> all = new ArrayList<>();
    for (Parameter p : parameters) {
      boolean readOnly = p.readOnly() || attributes.readOnly().contains(all.size());
      boolean restricted = p.restricted() || attributes.restrict().contains(all.size());
      all.add(new Parameter(p.name(), p.type(), p.offset(), p.bytes(), readOnly, restricted));
    }
    return all;
  }

  private void declare(Statement s) {
    if (s.operation().name().startsWith("dcl_")) {
      e.begin(s);
      Operations.decode(code, s);
    }
  }

  private void group(KernelAttributes attributes) {
    BoundResources r = code.resources;
    if (program.pixel()) {
      return;
    }
    if (r.group.isEmpty() && r.largestGroup > 0) {
      r.group.addAll(List.of(r.largestGroup, 1, 1));
    }
    if (r.group.isEmpty() && attributes != null && !attributes.group().isEmpty()) {
      r.group.addAll(attributes.group());
      while (r.group.size() < 3) {
        r.group.add(1);
      }
    }
    if (r.group.isEmpty()) {
      throw source.error(
          program.at(), "il_cs needs the size of its work-groups: dcl_num_thread_per_group 64");
    }
    int size = r.group.get(0) * r.group.get(1) * r.group.get(2);
    if (r.absoluteSharing != null && size > 64) {
      throw source.error(
          r.absoluteSharing.at(),
          "_wavefrontAbs shares memory between wavefronts by their order on the machine; supported"
              + " in groups of at most 64, found "
              + size);
    }
    if (r.ownedBytes > 0) {
      r.claimOwned(size);
    }
    builder.requiredGroupSize(List.copyOf(r.group));
  }

  /** Stores a pixel's outputs to its element of the bound buffers. */
  private void results() {
    if (!program.pixel()) {
      return;
    }
    Operand width = e.special(Special.DOMAIN_SIZE_X);
    for (int n = code.resources.outputs.nextSetBit(0);
        n >= 0;
        n = code.resources.outputs.nextSetBit(n + 1)) {
      Operand[] values = new Operand[4];
      List<Integer> written = new ArrayList<>();
      for (int c = 0; c < 4; c++) {
        if (code.targets.isWritten(n, c)) {
          values[c] = Operand.register(e.register("o", n, c));
          written.add(c);
        }
      }
      if (written.isEmpty()) {
        continue;
      }
      e.begin(code.targets.lastWrite(n)); // attributes the store to the line of the last write
      Operand element =
          e.value(Op.MAD, Type.I32, e.special(Special.PIXEL_Y), width, e.special(Special.PIXEL_X));
      Operand base = code.resources.bound("o" + n, Type.PTR);
      e.vector();
      code.targets.store(Space.GLOBAL, e.address(base, element, 16), 0, values);
      e.scalar();
      e.begin(null);
    }
  }
}
