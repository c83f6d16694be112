package io.lockstep.workload;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.DoubleBinaryOperator;

/**
 * Recursive descent over one expression's text; precedence as in C: unary {@code - ! ~}, then
 * {@code * / %}, {@code + -}, shifts, {@code < <= > >=}, {@code == !=}, {@code &}, {@code ^},
 * {@code |}, {@code &&}, {@code ||}, {@code ? :}. Each part has its kind of value when it is read,
 * so that kinds that do not go together are found where they stand.
 */
final class ExpressionParser implements Arguments {
  private static final int MAX_LENGTH = 2000;
  private static final int MAX_DEPTH = 100;

  private final String where;
  private final String whole;
  private final ExpressionText text;
  private final Names names;
  private final Set<String> numbers = new TreeSet<>();
  private final Set<String> buffers = new TreeSet<>();
  private final Set<String> elsewhere = new TreeSet<>();
  private int depth;

  ExpressionParser(String where, String text, Names names) {
    this.where = where;
    this.whole = text;
    this.text = new ExpressionText(where, text);
    this.names = names;
  }

  TypedNode parse() {
    if (whole.length() > MAX_LENGTH) {
      throw new InputException(where, "an expression has at most " + MAX_LENGTH + " characters");
    }
    TypedNode root = choice();
    if (text.peek() != 0) {
      throw text.error("expected an operator, found " + text.found());
    }
    return root;
  }

  /** Names of the numbers that it reads. */
  Set<String> numbers() {
    return numbers;
  }

  /** Names of the buffers that it reads. */
  Set<String> buffers() {
    return buffers;
  }

  /** Names of those that it reads at other elements than its own. */
  Set<String> elsewhere() {
    return elsewhere;
  }

  private TypedNode choice() {
    if (++depth > MAX_DEPTH) {
      throw text.error("nested deeper than " + MAX_DEPTH);
    }
    TypedNode condition = either();
    if (text.accept("?")) {
      TypedNode yes = choice();
      text.require(":");
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
    while (text.accept("||")) {
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
    TypedNode left = bitsOfAny();
    while (text.accept("&&")) {
      TypedNode right = bitsOfAny();
      left =
          new TypedNode(
              left.at(),
              ValueKind.TRUTH,
              ExpressionNode.choice(truth(left), truth(right), ExpressionNode.constant(0)));
    }
    return left;
  }

  private TypedNode bitsOfAny() {
    TypedNode left = bitsThatDiffer();
    while (acceptAlone("|")) {
      left = whole(left, bitsThatDiffer(), (a, b) -> a | b);
    }
    return left;
  }

  private TypedNode bitsThatDiffer() {
    TypedNode left = bitsOfBoth();
    while (text.accept("^")) {
      left = whole(left, bitsOfBoth(), (a, b) -> a ^ b);
    }
    return left;
  }

  private TypedNode bitsOfBoth() {
    TypedNode left = equalities();
    while (acceptAlone("&")) {
      left = whole(left, equalities(), (a, b) -> a & b);
    }
    return left;
  }

  /** Whether the symbol came next, and not twice. */
  private boolean acceptAlone(String symbol) {
    return !text.isNext(symbol + symbol) && text.accept(symbol);
  }

  private TypedNode equalities() {
    TypedNode left = orders();
    while (true) {
      if (text.accept("==")) {
        left = compare(left, orders(), (a, b) -> a == b ? 1 : 0, (a, b) -> a == b ? 1 : 0);
      } else if (text.accept("!=")) {
        left = compare(left, orders(), (a, b) -> a != b ? 1 : 0, (a, b) -> a != b ? 1 : 0);
      } else {
        return left;
      }
    }
  }

  private TypedNode orders() {
    TypedNode left = shifts();
    while (true) {
      if (text.accept("<=")) {
        left = compare(left, shifts(), (a, b) -> a <= b ? 1 : 0, (a, b) -> a <= b ? 1 : 0);
      } else if (text.accept(">=")) {
        left = compare(left, shifts(), (a, b) -> a >= b ? 1 : 0, (a, b) -> a >= b ? 1 : 0);
      } else if (text.accept("<")) {
        left = compare(left, shifts(), (a, b) -> a < b ? 1 : 0, (a, b) -> a < b ? 1 : 0);
      } else if (text.accept(">")) {
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
      if (text.accept("<<")) {
        left = whole(left, sums(), WholeOperations::shiftLeft);
      } else if (text.accept(">>")) {
        left = whole(left, sums(), WholeOperations::shiftRight);
      } else {
        return left;
      }
    }
  }

  private TypedNode sums() {
    TypedNode left = products();
    while (true) {
      if (text.accept("+")) {
        left = arithmetic(left, products(), WholeOperations.ADD, (a, b) -> a + b);
      } else if (text.accept("-")) {
        left = arithmetic(left, products(), WholeOperations.SUBTRACT, (a, b) -> a - b);
      } else {
        return left;
      }
    }
  }

  private TypedNode products() {
    TypedNode left = unary();
    while (true) {
      if (text.accept("*")) {
        left = arithmetic(left, unary(), WholeOperations.MULTIPLY, (a, b) -> a * b);
      } else if (text.accept("/")) {
        left = arithmetic(left, unary(), WholeOperations::divide, (a, b) -> a / b);
      } else if (text.accept("%")) {
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

  @Override
  public TypedNode arithmetic(
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
    int start = text.position();
    boolean minus = text.accept("-");
    boolean complement = !minus && text.accept("~");
    if (!minus && !complement && (text.isNext("!=") || !text.accept("!"))) {
      return primary();
    }
    if (++depth > MAX_DEPTH) {
      throw text.error("nested deeper than " + MAX_DEPTH);
    }
    TypedNode of = unary();
    depth--;
    if (complement) {
      return new TypedNode(
          start, ValueKind.WHOLE, ExpressionNode.unary(wholeNumber(of), (long a) -> ~a));
    }
    if (!minus) {
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
    char c = text.peek();
    int start = text.position();
    if (text.accept("(")) {
      TypedNode inner = choice();
      text.require(")");
      return inner;
    }
    if (c >= '0' && c <= '9') {
      return text.number();
    }
    if (c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') {
      String name = text.word();
      char next = text.peek();
      if (next == '(') {
        return new ExpressionFunctions(this, text, names, start).call(name);
      }
      return next == '[' ? element(start, name) : variable(start, name);
    }
    throw text.error("expected a number, a name or '(', found " + text.found());
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
      throw text.error(start, "'" + name + "' is a buffer; " + bufferHint(name));
    }
    TreeSet<String> valid = new TreeSet<>(names.whole());
    valid.addAll(names.real());
    if (names.place().hasIndex()) {
      valid.add("i");
    }
    throw text.error(
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
    text.require("[");
    int open = text.position();
    TypedNode index = choice();
    if (!text.since(open).trim().equals("i")) {
      elsewhere.add(name);
    }
    text.require("]");
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

  @Override
  public ElementType buffer(int start, String name) {
    ElementType type = names.buffers().get(name);
    if (type == null) {
      throw text.error(
          start,
          "no buffer '"
              + name
              + (names.place() == Names.Place.GENERATOR ? "' is declared earlier" : "'")
              + (names.buffers().isEmpty()
                  ? ""
                  : Suggestions.hint(name, names.buffers().keySet())));
    }
    if (names.place() == Names.Place.PLAIN) {
      throw text.error(start, "buffers' elements cannot stand here; " + bufferHint(name));
    }
    buffers.add(name);
    return type;
  }

  @Override
  public String bareBuffer() {
    int start = text.position();
    text.require("(");
    String name = text.word();
    char next = text.peek();
    boolean alone = next == ',' || next == ')';
    if (alone
        && names.buffers().containsKey(name)
        && !names.whole().contains(name)
        && !names.real().contains(name)) {
      return name;
    }
    text.back(start);
    return null;
  }

  @Override
  public List<TypedNode> arguments() {
    text.require("(");
    List<TypedNode> arguments = new ArrayList<>();
    do {
      arguments.add(choice());
    } while (text.accept(","));
    text.require(")");
    return arguments;
  }

  @Override
  public TypedNode select(List<TypedNode> arguments) {
    return select(arguments.get(0), arguments.get(1), arguments.get(2));
  }

  @Override
  public TypedNode inner() {
    return choice();
  }

  @Override
  public void number(TypedNode node) {
    if (!node.kind().isNumber()) {
      throw text.error(node.at(), "expected a number, found a comparison");
    }
  }

  private ExpressionNode truth(TypedNode node) {
    if (node.kind() != ValueKind.TRUTH) {
      throw text.error(node.at(), "expected a comparison, found " + node.kind().words());
    }
    return node.node();
  }

  @Override
  public ExpressionNode wholeNumber(TypedNode node) {
    if (!node.isWhole()) {
      throw text.error(
          node.at(),
          "expected a whole number, found "
              + node.kind().words()
              + (node.kind() == ValueKind.REAL
                  ? " (floor, ceil, round, trunc make whole ones)"
                  : ""));
    }
    return node.node();
  }
}
