package io.lockstep.frontend.ptx;

import io.lockstep.frontend.ptx.Syntax.Argument;
import io.lockstep.frontend.ptx.Syntax.Function;
import io.lockstep.frontend.ptx.Syntax.Name;
import io.lockstep.frontend.ptx.Syntax.Statement;
import io.lockstep.frontend.ptx.Syntax.Variable;
import io.lockstep.io.Suggestions;
import io.lockstep.kernel.frontend.CxxName;
import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.FrontendOptions.KernelAttributes;
import io.lockstep.kernel.frontend.Token;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Parameter;
import io.lockstep.kernel.ir.Type;
import io.lockstep.kernel.ir.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Turns one entry into a portable kernel: control flow, scopes and inlined calls here, everything
 * else by the decoders. Used once, by one thread.
 */
final class EntryLowering {
  /** The language's name in a kernel, and this front-end's. */
  static final String LANGUAGE = "ptx";

  /** Deeper chains of calls than any compiler leaves; bounds the recursion. */
  private static final int MAX_CALLS = 64;

  /**
   * OpenCL's get_global_offset under its mangled name: libclc has none for this target, and
   * launches of a workload have no offset.
   */
  private static final Set<String> NO_OFFSET = Set.of("_Z17get_global_offsetj");

  private final PtxText source;
  private final Syntax.Module module;
  private final Function entry;
  private final FrontendOptions options;
  private final KernelBuilder builder;
  private final VariablePlacement placement;

  /** Lanes that exchange values through local memory, or 0. */
  private final int emulatedLanes;

  private final PtxWriter e;
  private final NameScope global = new NameScope(null);
  private final List<String> calls = new ArrayList<>();
  private final List<Parameter> parameters = new ArrayList<>();
  private final ImageCalls images;

  /** Where {@code ret} goes; null in the entry itself. */
  private Draft returnTo;

  private EntryLowering(
      PtxText source,
      Syntax.Module module,
      Function entry,
      FrontendOptions options,
      int emulatedLanes) {
    this.source = source;
    this.module = module;
    this.entry = entry;
    this.options = options;
    builder = new KernelBuilder(entry.name(), LANGUAGE, source.file());
    builder.addressBits(module.addressBits());
    this.emulatedLanes = emulatedLanes;
    placement = new VariablePlacement(source, module, entry, builder, emulatedLanes);
    e = new PtxWriter(source, builder, options.contraction(), module.addressBits());
    e.functions = module.functions().keySet();
    e.parameters = parameters;
    images = new ImageCalls(e, parameters);
  }

  static Kernel lower(
      PtxText source, Syntax.Module module, Function entry, FrontendOptions options) {
    Kernel kernel = new EntryLowering(source, module, entry, options, 0).kernel();
    return options.emulateLanes() && kernel.fixedWidth() > 0
        ? new EntryLowering(source, module, entry, options, kernel.fixedWidth()).kernel()
        : kernel;
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
    calls.add(entry.name());
    statements(entry.body(), names);
    if (e.current.successors() == null) {
      e.begin(null);
      e.emit(InstructionBuilder.of(Op.EXIT, Type.I1));
      e.close();
    }
    images.check();
    if (e.subGroup > 0) {
      builder.subGroups(e.subGroup);
    } else if (e.fixedWidth) {
      builder.fixedWidth(32);
    }
    return Finish.build(e, builder, parameters, emulatedLanes);
  }

  private void parameters(NameScope names) {
    KernelAttributes attributes = options.attributes().get(entry.name());
    long offset = 0;
    int index = 0;
    for (Variable v : entry.parameters()) {
      offset = VariablePlacement.align(offset, v.alignment());
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
    if (!entry.group().isEmpty()) {
      builder.requiredGroupSize(entry.group());
    } else if (attributes != null && !attributes.group().isEmpty()) {
      List<Integer> group = new ArrayList<>(attributes.group());
      while (group.size() < 3) {
        group.add(1);
      }
      builder.requiredGroupSize(group);
    }
  }

  private void statements(List<Statement> statements, NameScope parent) {
    NameScope outer = e.names;
    NameScope names = new NameScope(parent);
    e.names = names;
    // Labels and jump tables may be used before they stand.
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
    } else if (s instanceof Syntax.Instruction i) {
      instruction(i);
    }
  }

  private void declare(Variable v, NameScope names) {
    Symbol symbol =
        v.space().equals("param")
            ? new Symbol.Slots(
                v.name(), v.bytes(), VariablePlacement.align(v.bytes(), v.alignment()))
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
        jump(target(0));
      }
      case "brx" -> jumpTable(i);
      case "ret", "exit" -> {
        Modifiers m = new Modifiers(source, i);
        m.take("uni");
        m.done();
        e.expect(0);
        if (base.equals("ret") && returnTo != null) {
          jump(returnTo);
        } else {
          exit(Variant.Exit.END);
        }
      }
      case "trap" -> exit(Variant.Exit.TRAP);
      case "call" -> call(i);
      default -> Instructions.decode(i, e);
    }
  }

  private void exit(Variant.Exit how) {
    e.emit(InstructionBuilder.of(Op.EXIT, Type.I1).variant(how));
    e.close();
    e.open(new Draft());
  }

  private void jump(Draft target) {
    e.emit(InstructionBuilder.of(Op.JUMP, Type.I1));
    e.close(target);
    e.open(new Draft());
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
          "unknown label '"
              + at.text()
              + "'"
              + Suggestions.nearHint(at.text(), e.names.visibleLabels()));
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

  // Calls.

  private void call(Syntax.Instruction i) {
    Modifiers m = new Modifiers(source, i);
    m.take("uni");
    m.done();
    List<Argument> rest = new ArrayList<>(i.operands());
    List<Argument> results = List.of();
    if (!rest.isEmpty() && rest.get(0) instanceof Syntax.Group g) {
      results = g.elements();
      rest.remove(0);
    }
    if (rest.isEmpty() || !(rest.get(0) instanceof Name callee)) {
      throw e.error("expected the name of a function after 'call'");
    }
    List<Argument> arguments =
        rest.size() > 1 && rest.get(1) instanceof Syntax.Group g ? g.elements() : List.of();
    if (e.register(callee) >= 0 || rest.size() > 2) {
      throw e.unsupported("calls through pointers");
    }
    Function f = module.functions().get(callee.text());
    if (f == null) {
      throw e.error(
          callee,
          "unknown function '"
              + callee.text()
              + "'"
              + Suggestions.nearHint(callee.text(), module.functions().keySet()));
    }
    // clang hands the arguments of OpenCL C's printf over as CUDA's vprintf takes them.
    if (f.body() == null && (f.name().equals("vprintf") || f.name().equals("printf"))) {
      print(results, arguments);
    } else if (f.name().equals("__assertfail") && f.body() == null) {
      exit(Variant.Exit.TRAP);
    } else {
      inline(f, callee, results, arguments);
    }
  }

  private void print(List<Argument> results, List<Argument> arguments) {
    if (arguments.size() != 2) {
      throw e.error("printing takes 2 arguments, found " + arguments.size());
    }
    InstructionBuilder b =
        InstructionBuilder.of(Op.PRINTF, Type.I32)
            .from(
                Operand.register(slots(arguments.get(0)).whole(PtxType.B64, builder)),
                Operand.register(slots(arguments.get(1)).whole(PtxType.B64, builder)));
    if (!results.isEmpty()) {
      b.to(slots(results.get(0)).whole(PtxType.B32, builder));
    }
    e.emit(b);
  }

  private Symbol.Slots slots(Argument a) {
    if (a instanceof Name name && e.names.symbol(name.text()) instanceof Symbol.Slots slots) {
      return slots;
    }
    throw e.error(a, "expected a .param of this call, found " + PtxWriter.shown(a));
  }

  private void inline(Function f, Name callee, List<Argument> results, List<Argument> arguments) {
    if (f.body() == null && NO_OFFSET.contains(f.name()) && results.size() == 1) {
      Symbol.Slots result = slots(results.get(0));
      PtxType type = result.bytes() == 8 ? PtxType.U64 : PtxType.U32;
      CallBytes.store(result, type, 0, Operand.immediate(0), e);
      return;
    }
    if (f.body() == null && ImageCalls.isKnown(f.name())) {
      check(f, callee, "argument", f.parameters().size(), arguments.size());
      check(f, callee, "result", f.results().size(), results.size());
      images.call(
          callee,
          results.stream().map(this::slots).toList(),
          arguments.stream().map(this::slots).toList());
      return;
    }
    if (f.body() == null) {
      source
          .inSource(callee.at().line(), undefined(f.name()))
          .ifPresent(
              error -> {
                throw error;
              });
      throw e.error(
          callee,
          "call of '"
              + f.name()
              + "' is not supported: it is declared in line "
              + f.at().line()
              + " and defined nowhere in this file");
    }
    if (calls.contains(f.name())) {
      throw e.error(
          callee,
          "recursion is not supported: "
              + String.join(" calls ", calls.subList(calls.indexOf(f.name()), calls.size()))
              + " calls "
              + f.name()
              + "; calls are inlined, so their depth must be known");
    }
    if (calls.size() >= MAX_CALLS) {
      throw e.error(callee, "calls are nested more than " + MAX_CALLS + " deep");
    }
    check(f, callee, "argument", f.parameters().size(), arguments.size());
    check(f, callee, "result", f.results().size(), results.size());
    Syntax.Instruction site = e.instruction();
    NameScope names = new NameScope(global);
    for (int k = 0; k < arguments.size(); k++) {
      pass(f.parameters().get(k), arguments.get(k), names, true);
    }
    for (int k = 0; k < results.size(); k++) {
      pass(f.results().get(k), results.get(k), names, false);
    }
    Draft outer = returnTo;
    Draft after = new Draft();
    returnTo = after;
    calls.add(f.name());
    Draft body = new Draft();
    e.open(body);
    boolean outerSpilled = e.spilled;
    e.spilled = f.parameters().stream().anyMatch(v -> placement.of(v) != null);
    statements(f.body(), names);
    e.spilled = outerSpilled;
    calls.remove(calls.size() - 1);
    returnTo = outer;
    e.open(after);
    e.begin(site);
    for (int k = 0; k < results.size(); k++) {
      Variable v = f.results().get(k);
      if (v.space().equals("reg")) {
        int d = e.destination(results.get(k), v.type(), false);
        if (d >= 0) {
          e.emit(Op.MOVE, v.type().type(), d, Operand.register(names.number(v.name())));
        }
      }
    }
  }

  /** What a compiler's text calls and does not define, as the programmer wrote it. */
  private static String undefined(String function) {
    return "'"
        + CxxName.signature(function).orElse(function)
        + "' is called, but neither the program defines it nor the built-in functions that the"
        + " compiler's library and Lockstep have";
  }

  private void check(Function f, Name callee, String what, int expected, int found) {
    if (expected != found) {
      throw e.error(
          callee,
          "'"
              + f.name()
              + "' has "
              + expected
              + " "
              + what
              + (expected == 1 ? "" : "s")
              + ", the call names "
              + found);
    }
  }

  /** Binds a parameter or result of a function to what the call names. */
  private void pass(Variable formal, Argument actual, NameScope names, boolean in) {
    if (formal.space().equals("param")) {
      Symbol.Slots slots = slots(actual);
      if (slots.bytes() != formal.bytes()) {
        throw e.error(
            actual,
            "'"
                + slots.name()
                + "' has "
                + slots.bytes()
                + " bytes, parameter '"
                + formal.name()
                + "' "
                + formal.bytes());
      }
      Symbol.Placed memory = placement.of(formal);
      names.symbols.put(formal.name(), memory == null ? slots : memory);
      if (memory != null && in) {
        CallBytes.spill(slots, memory, e);
      }
      return;
    }
    names.declare(new Syntax.Registers(formal.at(), formal.name(), formal.type(), -1));
    int register = builder.register(formal.type().type(), formal.name());
    names.bind(formal.name(), register);
    if (in) {
      Operand value = e.operand(actual, formal.type(), false);
      e.emit(Op.MOVE, formal.type().type(), register, value);
    }
  }
}
