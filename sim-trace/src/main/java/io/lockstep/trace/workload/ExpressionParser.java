package io.lockstep.trace.workload;

import io.lockstep.trace.InputException;
import io.lockstep.trace.yaml.Suggestions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.DoubleBinaryOperator;

/**
 * Recursive descent over one expression's text; precedence as in C: unary minus and !, then {@code
 * * / %}, {@code + -}, shifts, {@code < <= > >=}, {@code == !=}, {@code &&}, {@code ||}, {@code ?
 * :}. Each part has its kind of value when it is read, so that kinds that do not go together are
 * found where they stand.
 */
final class ExpressionParser {
  private static final int MAX_LENGTH = 2000;
  private static final int MAX_DEPTH = 100;

  private final String where;
  private final String text;
  private final Names names;
  private final Set<String> numbers = new TreeSet<>();
  private final Set<String> buffers = new TreeSet<>();
  private final Set<String> elsewhere = new TreeSet<>();
  private int at;
  private int depth;

  ExpressionParser(String where, String text, Names names) {
    this.where = where;
    this.text = text;
    this.names = names;
  }

  Expression parse() {
    if (text.length() > MAX_LENGTH) {
      throw new InputException(where, "an expression has at most " + MAX_LENGTH + " characters");
    }
    TypedNode root = choice();
    if (peek() != 0) {
      throw error("expected an operator, found '" + text.charAt(at) + "'");
    }
    return new Expression(
        where, text, root.kind(), root.node(), new Expression.Uses(numbers, buffers, elsewhere));
  }

  private TypedNode choice() {
    if (++depth > MAX_DEPTH) {
      throw error("nested deeper than " + MAX_DEPTH);
    }
    TypedNode condition = either();
    if (accept("?")) {
      TypedNode yes = choice();
      require(":");
      condition = select(condition, yes, choice());
    }
    depth--;
    return condition;
  }

  private TypedNode select(TypedNode condition, TypedNode yes, TypedNode no) {
    truth(condition);
    if (yes.kind() == no.kind()) {
      return new TypedNode(
          condition.at(),
          yes.kind(),
          ExpressionNode.choice(condition.node(), yes.node(), no.node()));
    }
    number(yes);
    number(no);
    return new TypedNode(
        condition.at(),
        ValueKind.REAL,
        ExpressionNode.choice(condition.node(), yes.asReal(), no.asReal()));
  }

  private TypedNode either() {
    TypedNode left = both();
    while (accept("||")) {
      TypedNode right = both();
      left =
          new TypedNode(
              left.at(),
              ValueKind.TRUTH,
              ExpressionNode.choice(truth(left), ExpressionNode.constant(1), truth(right)));
    }
    return left;
  }

  private TypedNode both() {
    TypedNode left = equalities();
    while (accept("&&")) {
      TypedNode right = equalities();
      left =
          new TypedNode(
              left.at(),
              ValueKind.TRUTH,
              ExpressionNode.choice(truth(left), truth(right), ExpressionNode.constant(0)));
    }
    return left;
  }

  private TypedNode equalities() {
    TypedNode left = orders();
    while (true) {
      if (accept("==")) {
        left = compare(left, orders(), (a, b) -> a == b ? 1 : 0, (a, b) -> a == b ? 1 : 0);
      } else if (accept("!=")) {
        left = compare(left, orders(), (a, b) -> a != b ? 1 : 0, (a, b) -> a != b ? 1 : 0);
      } else {
        return left;
      }
    }
  }

  private TypedNode orders() {
    TypedNode left = shifts();
    while (true) {
      if (accept("<=")) {
        left = compare(left, shifts(), (a, b) -> a <= b ? 1 : 0, (a, b) -> a <= b ? 1 : 0);
      } else if (accept(">=")) {
        left = compare(left, shifts(), (a, b) -> a >= b ? 1 : 0, (a, b) -> a >= b ? 1 : 0);
      } else if (accept("<")) {
        left = compare(left, shifts(), (a, b) -> a < b ? 1 : 0, (a, b) -> a < b ? 1 : 0);
      } else if (accept(">")) {
        left = compare(left, shifts(), (a, b) -> a > b ? 1 : 0, (a, b) -> a > b ? 1 : 0);
      } else {
        return left;
      }
    }
  }

  private interface RealComparison {
    long apply(double a, double b);
  }

  private TypedNode compare(
      TypedNode left, TypedNode right, ExpressionNode.Operation whole, RealComparison real) {
    number(left);
    number(right);
    if (left.isWhole() && right.isWhole()) {
      return new TypedNode(
          left.at(), ValueKind.TRUTH, ExpressionNode.binary(left.node(), right.node(), whole));
    }
    return new TypedNode(
        left.at(),
        ValueKind.TRUTH,
        ExpressionNode.binary(
            left.asReal(),
            right.asReal(),
            (a, b) -> real.apply(Double.longBitsToDouble(a), Double.longBitsToDouble(b))));
  }

  private TypedNode shifts() {
    TypedNode left = sums();
    while (true) {
      if (accept("<<")) {
        left = whole(left, sums(), WholeOperations::shiftLeft);
      } else if (accept(">>")) {
        left = whole(left, sums(), WholeOperations::shiftRight);
      } else {
        return left;
      }
    }
  }

  private TypedNode sums() {
    TypedNode left = products();
    while (true) {
      if (accept("+")) {
        left = arithmetic(left, products(), WholeOperations.ADD, (a, b) -> a + b);
      } else if (accept("-")) {
        left = arithmetic(left, products(), WholeOperations.SUBTRACT, (a, b) -> a - b);
      } else {
        return left;
      }
    }
  }

  private TypedNode products() {
    TypedNode left = unary();
    while (true) {
      if (accept("*")) {
        left = arithmetic(left, unary(), WholeOperations.MULTIPLY, (a, b) -> a * b);
      } else if (accept("/")) {
        left = arithmetic(left, unary(), WholeOperations::divide, (a, b) -> a / b);
      } else if (accept("%")) {
        left = whole(left, unary(), WholeOperations::remainder);
      } else {
        return left;
      }
    }
  }

  /** An operation that only whole numbers have. */
  private TypedNode whole(TypedNode left, TypedNode right, ExpressionNode.Operation operation) {
    return new TypedNode(
        left.at(),
        ValueKind.WHOLE,
        ExpressionNode.binary(wholeNumber(left), wholeNumber(right), operation));
  }

  /** On two whole numbers a whole one, otherwise a real one. */
  TypedNode arithmetic(
      TypedNode left, TypedNode right, ExpressionNode.Operation whole, DoubleBinaryOperator real) {
    number(left);
    number(right);
    if (left.isWhole() && right.isWhole()) {
      return new TypedNode(
          left.at(), ValueKind.WHOLE, ExpressionNode.binary(left.node(), right.node(), whole));
    }
    return new TypedNode(
        left.at(),
        ValueKind.REAL,
        ExpressionNode.binary(left.asReal(), right.asReal(), RealOperations.of(real)));
  }

  private TypedNode unary() {
    char c = peek();
    int start = at;
    if (c != '-' && (c != '!' || text.startsWith("!=", at))) {
      return primary();
    }
    at++;
    if (++depth > MAX_DEPTH) {
      throw error("nested deeper than " + MAX_DEPTH);
    }
    TypedNode of = unary();
    depth--;
    if (c == '!') {
      return new TypedNode(start, ValueKind.TRUTH, ExpressionNode.unary(truth(of), a -> 1 - a));
    }
    number(of);
    return of.isWhole()
        ? new TypedNode(
            start,
            ValueKind.WHOLE,
            ExpressionNode.binary(ExpressionNode.constant(0), of.node(), WholeOperations.SUBTRACT))
        : new TypedNode(
            start,
            ValueKind.REAL,
            ExpressionNode.unary(of.node(), RealOperations.of((double a) -> -a)));
  }

  private TypedNode primary() {
    char c = peek();
    int start = at;
    if (accept("(")) {
      TypedNode inner = choice();
      require(")");
      return inner;
    }
    if (c >= '0' && c <= '9') {
      return literal();
    }
    if (c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') {
      String name = word();
      char next = peek();
      if (next == '(') {
        return new ExpressionFunctions(this, names, start).call(name);
      }
      return next == '[' ? element(start, name) : variable(start, name);
    }
    throw error("expected a number, a name or '(', found " + found());
  }

  private TypedNode literal() {
    int start = at;
    int end = at;
    boolean real = false;
    boolean hexadecimal = text.startsWith("0x", at);
    while (end < text.length()) {
      char c = text.charAt(end);
      boolean sign = (c == '+' || c == '-') && "eE".indexOf(text.charAt(end - 1)) >= 0;
      boolean point = c == '.' || !hexadecimal && (sign || c == 'e' || c == 'E');
      if (!point && !Character.isLetterOrDigit(c)) {
        break;
      }
      real |= point;
      end++;
    }
    String digits = text.substring(start, end);
    try {
      if (real) {
        if (!digits.matches("[0-9]+(\\.[0-9]*)?([eE][-+]?[0-9]+)?")) {
          throw new NumberFormatException();
        }
        at = end;
        long bits = Double.doubleToRawLongBits(Double.parseDouble(digits));
        return new TypedNode(start, ValueKind.REAL, ExpressionNode.constant(bits));
      }
      at = end;
      long value = hexadecimal ? Long.parseLong(digits.substring(2), 16) : Long.parseLong(digits);
      return new TypedNode(start, ValueKind.WHOLE, ExpressionNode.constant(value));
    } catch (NumberFormatException e) {
      throw error("expected a number of 64 bits, found '" + digits + "'");
    }
  }

  private TypedNode variable(int start, String name) {
    if (names.place().hasIndex() && name.equals("i")) {
      return new TypedNode(
          start,
          ValueKind.WHOLE,
          (batch, out) -> System.arraycopy(batch.index(), 0, out, 0, batch.n()));
    }
    numbers.add(name);
    if (names.whole().contains(name)) {
      return new TypedNode(
          start,
          ValueKind.WHOLE,
          (batch, out) -> Arrays.fill(out, 0, batch.n(), batch.scope().whole(name)));
    }
    if (names.real().contains(name)) {
      return new TypedNode(
          start,
          ValueKind.REAL,
          (batch, out) ->
              Arrays.fill(out, 0, batch.n(), Double.doubleToRawLongBits(batch.scope().real(name))));
    }
    if (names.buffers().containsKey(name)) {
      throw error(start, "'" + name + "' is a buffer; " + bufferHint(name));
    }
    TreeSet<String> valid = new TreeSet<>(names.whole());
    valid.addAll(names.real());
    if (names.place().hasIndex()) {
      valid.add("i");
    }
    throw error(
        start,
        "unknown name '"
            + name
            + "'"
            + (valid.isEmpty()
                ? "; there are no whole parameters"
                : Suggestions.hint(name, valid)));
  }

  private String bufferHint(String name) {
    switch (names.place()) {
      case PLAIN:
        return "a step {set: {x: '" + name + "[0]'}} takes an element into a variable";
      case HOST:
        return "expected an element, " + name + "[0], or a reduction, sum(" + name + ")";
      default:
        return "expected an element, " + name + "[i]";
    }
  }

  private TypedNode element(int start, String name) {
    ElementType type = buffer(start, name);
    require("[");
    int open = at;
    TypedNode index = choice();
    if (!text.substring(open, at).trim().equals("i")) {
      elsewhere.add(name);
    }
    require("]");
    ExpressionNode number = wholeNumber(index);
    boolean touches = names.place() == Names.Place.HOST;
    return new TypedNode(
        start,
        type.isFloat() ? ValueKind.REAL : ValueKind.WHOLE,
        (batch, out) -> {
          number.evaluate(batch, out);
          ElementReader reader = batch.access().reader(name);
          for (int k = 0; k < batch.n(); k++) {
            reader.check(out[k]);
            if (touches) {
              batch.access().touch(name, out[k], 1);
            }
            out[k] = reader.value(out[k]);
          }
        });
  }

  /** A buffer whose elements may stand here; it is noted as used. */
  ElementType buffer(int start, String name) {
    ElementType type = names.buffers().get(name);
    if (type == null) {
      throw error(
          start,
          "no buffer '"
              + name
              + (names.place() == Names.Place.GENERATOR ? "' is declared earlier" : "'")
              + (names.buffers().isEmpty()
                  ? ""
                  : Suggestions.hint(name, names.buffers().keySet())));
    }
    if (names.place() == Names.Place.PLAIN) {
      throw error(start, "buffers' elements cannot stand here; " + bufferHint(name));
    }
    buffers.add(name);
    return type;
  }

  /** A buffer's name that is a function's first argument; the text goes on behind it. Or null. */
  String bareBuffer() {
    int start = at;
    require("(");
    peek();
    String name = word();
    char next = peek();
    boolean alone = next == ',' || next == ')';
    if (alone
        && names.buffers().containsKey(name)
        && !names.whole().contains(name)
        && !names.real().contains(name)) {
      return name;
    }
    at = start;
    return null;
  }

  /** The arguments of a function from the bracket on. */
  List<TypedNode> arguments() {
    require("(");
    List<TypedNode> arguments = new ArrayList<>();
    do {
      arguments.add(choice());
    } while (accept(","));
    require(")");
    return arguments;
  }

  TypedNode select(List<TypedNode> arguments) {
    return select(arguments.get(0), arguments.get(1), arguments.get(2));
  }

  /** One expression inside brackets. */
  TypedNode inner() {
    return choice();
  }

  /** Refuses what is no number. */
  void number(TypedNode node) {
    if (!node.kind().isNumber()) {
      throw error(node.at(), "expected a number, found a comparison");
    }
  }

  private ExpressionNode truth(TypedNode node) {
    if (node.kind() != ValueKind.TRUTH) {
      throw error(node.at(), "expected a comparison, found " + node.kind().words());
    }
    return node.node();
  }

  /** Refuses what is no whole number. */
  ExpressionNode wholeNumber(TypedNode node) {
    if (!node.isWhole()) {
      throw error(
          node.at(),
          "expected a whole number, found "
              + node.kind().words()
              + (node.kind() == ValueKind.REAL
                  ? " (floor, ceil, round, trunc make whole ones)"
                  : ""));
    }
    return node.node();
  }

  private String word() {
    int start = at;
    while (at < text.length()
        && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
      at++;
    }
    return text.substring(start, at);
  }

  private char peek() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at < text.length() ? text.charAt(at) : 0;
  }

  boolean accept(String symbol) {
    peek();
    if (text.startsWith(symbol, at)) {
      at += symbol.length();
      return true;
    }
    return false;
  }

  void require(String symbol) {
    if (!accept(symbol)) {
      throw error("expected '" + symbol + "', found " + found());
    }
  }

  private String found() {
    return peek() == 0 ? "the end" : "'" + text.charAt(at) + "'";
  }

  private InputException error(String what) {
    return error(at, what);
  }

  /** A complaint about one character of the text. */
  InputException error(int position, String what) {
    String shown = text.length() > 60 ? text.substring(0, 57) + "..." : text;
    return new InputException(
        where,
        "in '" + shown.replaceAll("\\s+", " ") + "' at character " + (position + 1) + ": " + what);
  }
}
