// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.call;

import io.lockstep.frontend.ptx.emit.CallBytes;
import io.lockstep.frontend.ptx.emit.NameScope;
import io.lockstep.frontend.ptx.emit.PtxWriter;
import io.lockstep.frontend.ptx.emit.Symbol;
import io.lockstep.frontend.ptx.emit.VariablePlacement;
import io.lockstep.frontend.ptx.syntax.LineTable;
import io.lockstep.frontend.ptx.syntax.Modifiers;
import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.frontend.ptx.syntax.Syntax;
import io.lockstep.frontend.ptx.syntax.Syntax.Argument;
import io.lockstep.frontend.ptx.syntax.Syntax.Function;
import io.lockstep.frontend.ptx.syntax.Syntax.Name;
import io.lockstep.frontend.ptx.syntax.Syntax.Statement;
import io.lockstep.frontend.ptx.syntax.Syntax.Variable;
import io.lockstep.io.Suggestions;
import io.lockstep.kernel.frontend.CxxName;
import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Decodes calls: inlines functions of the program, replaces library and runtime functions. */
public final class FunctionCalls {
  /** Maximum depth of calls, to bound the recursion. */
  private static final int MAX_CALLS = 64;

  /**
   * OpenCL's get_global_offset, which PTX made with libclc leaves open; launches have no offset.
   */
  private static final Set<String> NO_OFFSET = Set.of("_Z17get_global_offsetj");

  /**
   * Functions that launch a kernel from a kernel: those of CUDA's device runtime, in two versions,
   * and those that its library (cudadevrt), which programs link, calls in turn.
   */
  private static final Pattern LAUNCHES =
      Pattern.compile(
          "(?:cuda|__cudaCDP2|__cuda_syscall_cnpv?2?)(?:GetParameterBuffer|LaunchDevice)\\w*");

  /** Functions of CUDA's device runtime, and what they call in the vendor's driver. */
  private static final Pattern DEVICE_RUNTIME =
      Pattern.compile("__cuda_syscall_\\w+|__cudaCDP\\d\\w+|(?:cuda|cnp)[A-Z]\\w*");

  public interface Body {
    void lower(List<Statement> statements, NameScope names);
  }

  private final PtxWriter e;
  private final Syntax.Module module;
  private final VariablePlacement placement;
  private final NameScope global;
  private final ImageCalls images;
  private final Body body;
  private final List<String> calls = new ArrayList<>();

  /** The block that {@code ret} branches to; null in the entry itself. */
  private Draft returnTo;

  public FunctionCalls(
      PtxWriter e,
      Syntax.Module module,
      VariablePlacement placement,
      NameScope global,
      ImageCalls images,
      Body body) {
    this.e = e;
    this.module = module;
    this.placement = placement;
    this.global = global;
    this.images = images;
    this.body = body;
  }

  public void begin(Function entry) {
    calls.add(entry.name());
  }

  public Draft returnTo() {
    return returnTo;
  }

  public void call(Syntax.Instruction i) {
    Modifiers m = new Modifiers(e.source, i);
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
    if (e.register(callee) >= 0) {
      callPointer(callee, results, arguments);
      return;
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
    if (LAUNCHES.matcher(f.name()).matches()) {
      refuseLaunch(callee);
    }
    // clang passes the arguments of OpenCL C's printf as CUDA's vprintf expects them; its result is
    // 0, where vprintf's is the number of arguments.
    if (f.body() == null && f.name().equals("vprintf")) {
      print(results, arguments);
    } else if (f.body() == null && f.name().equals("printf")) {
      print(List.of(), arguments);
      for (Argument result : results) {
        CallBytes.store(slots(result), PtxType.U32, 0, Operand.immediate(0), e);
      }
    } else if (f.name().equals("__assertfail") && f.body() == null) {
      e.exit(Variant.Exit.TRAP);
    } else {
      inline(f, callee, results, arguments);
    }
  }

  private void refuseLaunch(Name callee) {
    String what = "a kernel that launches kernels is not supported (dynamic parallelism)";
    int at = callee.at().line();
    if (e.source.lines().isEmpty()) {
      // PTX of a program; the table attributes the toolkit's header to the line of the launch.
      throw e.error(
          callee,
          LineTable.first(e.source.text())
              .filter(table -> table.line(at) > 0)
              .map(table -> what + ": " + table.file() + ", line " + table.line(at))
              .orElse(what));
    }
    throw e.source.inSource(at, what).orElseGet(() -> e.error(callee, what));
  }

  /**
   * Compares the pointer with the address of each function that it may point to, and calls that
   * function. Another pointer, and a call that would be recursive, ends the kernel with an error.
   */
  private void callPointer(Name pointer, List<Argument> results, List<Argument> arguments) {
    Syntax.Instruction site = e.instruction();
    PtxType type = e.addressBits == 64 ? PtxType.B64 : PtxType.B32;
    Operand address = e.operand(pointer, type, false);
    Draft after = new Draft();
    boolean found = false;
    for (Function f : e.functions.targets()) {
      if (!takes(f.parameters(), arguments) || !takes(f.results(), results)) {
        continue;
      }
      found = true;
      if (calls.contains(f.name())) {
        continue;
      }
      Draft own = new Draft();
      Draft next = new Draft();
      int same = e.temp(Type.I1);
      e.emit(
          InstructionBuilder.of(Op.COMPARE, type.type())
              .comparison(Comparison.EQ)
              .from(address, Operand.immediate(e.functions.of(f.name()).orElseThrow()))
              .to(same));
      e.branch(same, false, next, own);
      e.open(own);
      inline(f, pointer, results, arguments);
      e.jump(after);
      e.begin(site);
      e.open(next);
    }
    if (!found) {
      throw e.error(
          pointer,
          "a call through a pointer, but no function of the file whose address is taken has these"
              + " parameters and results");
    }
    e.exit(Variant.Exit.TRAP);
    e.open(after);
  }

  /** Returns whether formal parameters have the number and sizes of a call's. */
  private boolean takes(List<Variable> formal, List<Argument> actual) {
    if (formal.size() != actual.size()) {
      return false;
    }
    for (int k = 0; k < formal.size(); k++) {
      if (!formal.get(k).space().equals("param")
          || slots(actual.get(k)).bytes() != formal.get(k).bytes()) {
        return false;
      }
    }
    return true;
  }

  private void print(List<Argument> results, List<Argument> arguments) {
    if (arguments.size() != 2) {
      throw e.error("printing takes 2 arguments, found " + arguments.size());
    }
    InstructionBuilder b =
        InstructionBuilder.of(Op.PRINTF, Type.I32)
            .from(
                Operand.register(slots(arguments.get(0)).whole(PtxType.B64, e.builder)),
                Operand.register(slots(arguments.get(1)).whole(PtxType.B64, e.builder)));
    if (!results.isEmpty()) {
      b.to(slots(results.get(0)).whole(PtxType.B32, e.builder));
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
      e.source
          .inSource(callee.at().line(), undefined(f.name()))
          .ifPresent(
              error -> {
                throw error;
              });
      throw e.error(
          callee,
          DEVICE_RUNTIME.matcher(f.name()).matches()
              ? "call of '%s' is not supported: it is a function of CUDA's device runtime (cudadevrt)"
                  .formatted(f.name())
              : ("call of '%s' is not supported: it is declared in line %s and defined nowhere in"
                      + " this file")
                  .formatted(f.name(), f.at().line()));
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
    e.open(new Draft());
    boolean outerSpilled = e.spilled;
    e.spilled = f.parameters().stream().anyMatch(v -> placement.of(v) != null);
    body.lower(f.body(), names);
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

  /** Returns the error message for an undefined function, with its name in the source. */
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
          "'%s' has %s %s%s, the call names %s"
              .formatted(f.name(), expected, what, expected == 1 ? "" : "s", found));
    }
  }

  /** Binds a parameter or result of a function to the call's argument. */
  private void pass(Variable formal, Argument actual, NameScope names, boolean in) {
    if (formal.space().equals("param")) {
      Symbol.Slots slots = slots(actual);
      if (slots.bytes() != formal.bytes()) {
        throw e.error(
            actual,
            "'%s' has %s bytes, parameter '%s' %s"
                .formatted(slots.name(), slots.bytes(), formal.name(), formal.bytes()));
      }
      Symbol.Placed memory = placement.of(formal);
      names.symbols.put(formal.name(), memory == null ? slots : memory);
      if (memory != null && in) {
        CallBytes.spill(slots, memory, e);
      }
      return;
    }
    names.declare(new Syntax.Registers(formal.at(), formal.name(), formal.type(), -1));
    int register = e.builder.register(formal.type().type(), formal.name());
    names.bind(formal.name(), register);
    if (in) {
      Operand value = e.operand(actual, formal.type(), false);
      e.emit(Op.MOVE, formal.type().type(), register, value);
    }
  }
}
