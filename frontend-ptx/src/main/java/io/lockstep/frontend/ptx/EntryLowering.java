// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import io.lockstep.frontend.ptx.call.FunctionCalls;
import io.lockstep.frontend.ptx.call.ImageCalls;
import io.lockstep.frontend.ptx.emit.CallBytes;
import io.lockstep.frontend.ptx.emit.FunctionAddresses;
import io.lockstep.frontend.ptx.emit.NameScope;
import io.lockstep.frontend.ptx.emit.PtxWriter;
import io.lockstep.frontend.ptx.emit.Symbol;
import io.lockstep.frontend.ptx.emit.VariablePlacement;
import io.lockstep.frontend.ptx.syntax.Modifiers;
import io.lockstep.frontend.ptx.syntax.PtxText;
import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.frontend.ptx.syntax.Syntax;
import io.lockstep.frontend.ptx.syntax.Syntax.Argument;
import io.lockstep.frontend.ptx.syntax.Syntax.Function;
import io.lockstep.frontend.ptx.syntax.Syntax.Name;
import io.lockstep.frontend.ptx.syntax.Syntax.Statement;
import io.lockstep.frontend.ptx.syntax.Syntax.Variable;
import io.lockstep.frontend.ptx.table.InstructionSet;
import io.lockstep.io.Suggestions;
import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.FrontendOptions.KernelAttributes;
import io.lockstep.kernel.frontend.Token;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.matrix.MfmaShape;
import io.lockstep.kernel.pass.DoubleDemotion;
import io.lockstep.kernel.pass.KernelDraft;
import io.lockstep.kernel.pass.Passes;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.List;

/** Lowers one entry to an IR kernel: control flow, scopes and inlined calls. */
final class EntryLowering {
  /** ID of this front-end, and name of the language in its kernels. */
  static final String LANGUAGE = "ptx";

  private final PtxText source;
  private final Syntax.Module module;
  private final Function entry;
  private final FrontendOptions options;
  private final KernelBuilder builder;
  private final VariablePlacement placement;

  private final boolean demotes;

  private final PtxWriter e;
  private final NameScope global = new NameScope();
  private final List<Parameter> parameters = new ArrayList<>();
  private final ImageCalls images;
  private final FunctionCalls calls;

  private EntryLowering(
      PtxText source,
      Syntax.Module module,
      FunctionAddresses functions,
      Function entry,
      FrontendOptions options) {
    this.source = source;
    this.module = module;
    this.entry = entry;
    this.options = options;
    builder = new KernelBuilder(entry.name(), LANGUAGE, source.file());
    builder.addressBits(module.addressBits()).text(source.text());
    demotes = demotes(entry);
    placement = new VariablePlacement(source, module, functions, entry, demotes, builder);
    e = new PtxWriter(source, builder, options.contraction(), module, functions, parameters);
    images = new ImageCalls(e, parameters);
    calls = new FunctionCalls(e, module, placement, global, images, this::statements);
  }

  static Kernel lower(
      PtxText source,
      Syntax.Module module,
      FunctionAddresses functions,
      Function entry,
      FrontendOptions options) {
    return new EntryLowering(source, module, functions, entry, options).kernel();
  }

  private Kernel kernel() {
    for (Variable v : module.variables().values()) {
      Symbol.Placed placed = placement.of(v);
      if (placed != null) {
        global.symbols.put(v.name(), placed);
      }
    }
    NameScope names = new NameScope(global);
    parameters(names);
    for (Variable v : entry.parameters()) {
      if (names.symbols.get(v.name()) instanceof Symbol.Argument a && a.memory() != null) {
        e.spilled = true;
        CallBytes.spill(a, e);
      }
    }
    calls.begin(entry);
    statements(entry.body(), names);
    if (e.current.successors() == null) {
      e.begin(null);
      e.emit(InstructionBuilder.of(Op.EXIT, Type.I1));
      e.close();
    }
    images.check();
    Syntax.Argument changed = e.constants.changed(e.blocks);
    if (changed != null) {
      throw e.error(changed, "expected a constant, found " + PtxWriter.shown(changed));
    }
    builder.target(Math.max(module.target(), e.specials.target));
    if (e.specials.wavefrontsOf64 != null) {
      wavefrontsOf64();
    } else if (e.subGroup > 0) {
      builder.subGroups(e.subGroup);
    } else if (e.specials.fixedWidth) {
      builder.fixedWidth(32);
    }
    if (demotes) {
      demotable();
      DoubleDemotion.apply(e.blocks, builder);
    }
    return Passes.finish(
        new KernelDraft(
            e.blocks, parameters, builder, e.addressBits, i -> i.text().contains("cvta")));
  }

  /** Fixes the width of wavefronts, and so of sub-groups, at 64. */
  private void wavefrontsOf64() {
    if (e.subGroup > 0 && e.subGroup != MfmaShape.LANES) {
      throw source.error(
          entry.at(),
          "kernel '%s' has %s, which need wavefronts of %s; its sub-groups have %s work-items"
              .formatted(entry.name(), e.specials.wavefrontsOf64, MfmaShape.LANES, e.subGroup));
    }
    if (e.subGroup > 0) {
      builder.subGroups(e.subGroup);
    } else {
      builder.fixedWidth(MfmaShape.LANES);
    }
  }

  private boolean demotes(Function of) {
    KernelAttributes given = options.attributes().get(of.name());
    return module.demotes() || given != null && given.demoteDoubles();
  }

  /** Checks that all kernels of a file demote doubles or none, as they share initial values. */
  private void demotable() {
    for (Function f : module.functions().values()) {
      if (f.entry() && f.body() != null && !demotes(f)) {
        placement.shared(f.name());
      }
    }
  }

  private void parameters(NameScope names) {
    KernelAttributes attributes = options.attributes().get(entry.name());
    long offset = 0;
    int index = 0;
    for (Variable v : entry.parameters()) {
      offset = VariablePlacement.align(offset, v.layout().alignment());
      boolean readOnly = attributes != null && attributes.readOnly().contains(index);
      boolean restricted = attributes != null && attributes.restrict().contains(index);
      parameters.add(
          new Parameter(
              v.name(), v.type().type(), (int) offset, (int) v.bytes(), readOnly, restricted));
      Symbol argument = new Symbol.Argument((int) offset, v.bytes(), placement.of(v));
      if (names.symbols.put(v.name(), argument) != null) {
        throw source.error(v.at(), "parameter '" + v.name() + "' occurs twice");
      }
      offset += v.bytes();
      index++;
      if (offset > 1 << 16) {
        throw source.error(v.at(), "the parameters take more than 64 KiB");
      }
    }
    builder.bounds(attributes == null ? entry.bounds() : attributes.complete(entry.bounds()));
  }

  private void statements(List<Statement> statements, NameScope parent) {
    NameScope outer = e.names;
    NameScope names = new NameScope(parent);
    e.names = names;
    // Labels and jump tables may be used before their definition.
    for (Statement s : statements) {
      if (s instanceof Syntax.Label label) {
        if (names.labels.put(label.name(), new Draft()) != null) {
          throw source.error(label.at(), "label '" + label.name() + "' occurs twice");
        }
      } else if (s instanceof Syntax.BranchTargets table) {
        names.tables.put(table.name(), table);
      }
    }
    for (Statement s : statements) {
      statement(s, names);
    }
    e.names = outer;
  }

  private void statement(Statement s, NameScope names) {
    if (s instanceof Syntax.Label label) {
      e.open(names.labels.get(label.name()));
    } else if (s instanceof Syntax.Scope scope) {
      statements(scope.statements(), names);
    } else if (s instanceof Syntax.Registers r) {
      Syntax.Registers old = names.declare(r);
      if (old != null) {
        throw source.error(
            r.at(), "'" + r.name() + "' is already declared in line " + old.at().line());
      }
    } else if (s instanceof Syntax.Declaration d) {
      declare(d.variable(), names);
    } else if (s instanceof Syntax.SubGroups g) {
      e.subGroup = g.width();
    } else if (s instanceof Syntax.KeptLoop) {
      e.keepLoop();
    } else if (s instanceof Syntax.Instruction i) {
      instruction(i);
    }
  }

  private void declare(Variable v, NameScope names) {
    Symbol symbol =
        v.space().equals("param")
            ? new Symbol.Slots(
                v.name(), v.bytes(), VariablePlacement.align(v.bytes(), v.layout().alignment()))
            : placement.of(v);
    if (names.symbols.put(v.name(), symbol) != null) {
      throw source.error(v.at(), "'" + v.name() + "' is already declared in this scope");
    }
  }

  private void instruction(Syntax.Instruction i) {
    e.begin(i);
    String base = i.opcode().text();
    if (i.guard() == null) {
      decode(base, i);
      return;
    }
    int predicate = e.predicate(i.guard());
    if (base.equals("bra")) {
      new Modifiers(source, i).take("uni");
      e.expect(1);
      Draft next = new Draft();
      e.branch(predicate, i.guardNegated(), next, target(0));
      e.open(next);
    } else if (Instructions.needsOwnBlock(base) || base.equals("brx")) {
      Draft own = new Draft();
      Draft next = new Draft();
      e.branch(predicate, i.guardNegated(), next, own);
      e.open(own);
      decode(base, i);
      e.open(next);
    } else {
      e.guard(predicate, i.guardNegated());
      decode(base, i);
    }
  }

  private void decode(String base, Syntax.Instruction i) {
    if (Instructions.CONTROL.contains(base)) {
      InstructionSet.check(i, source);
    }
    switch (base) {
      case "bra" -> {
        Modifiers m = new Modifiers(source, i);
        m.take("uni");
        m.done();
        e.expect(1);
        e.jump(target(0));
      }
      case "brx" -> jumpTable(i);
      case "ret", "exit" -> {
        Modifiers m = new Modifiers(source, i);
        m.take("uni");
        m.done();
        e.expect(0);
        if (base.equals("ret") && calls.returnTo() != null) {
          e.jump(calls.returnTo());
        } else {
          e.exit(Variant.Exit.END);
        }
      }
      case "trap" -> e.exit(Variant.Exit.TRAP);
      case "call" -> calls.call(i);
      default -> Instructions.decode(i, e);
    }
  }

  private Draft target(int index) {
    Argument a = e.argument(index);
    if (!(a instanceof Name name)) {
      throw e.error(a, "expected a label, found " + PtxWriter.shown(a));
    }
    return label(name.at());
  }

  private Draft label(Token at) {
    Draft draft = e.names.label(at.text());
    if (draft == null) {
      throw source.error(
          at,
          "unknown label '%s'%s"
              .formatted(at.text(), Suggestions.nearHint(at.text(), e.names.visibleLabels())));
    }
    return draft;
  }

  private void jumpTable(Syntax.Instruction i) {
    Modifiers m = new Modifiers(source, i);
    m.takeOne("idx");
    m.take("uni");
    m.done();
    e.expect(2);
    Operand index = e.operand(0, PtxType.U32);
    if (!(e.argument(1) instanceof Name name) || e.names.table(name.text()) == null) {
      throw e.error(e.argument(1), "expected the name of a .branchtargets table");
    }
    Draft[] targets =
        e.names.table(name.text()).labels().stream().map(this::label).toArray(Draft[]::new);
    e.emit(InstructionBuilder.of(Op.SWITCH, Type.I32).from(index));
    e.close(targets);
    e.open(new Draft());
  }
}
