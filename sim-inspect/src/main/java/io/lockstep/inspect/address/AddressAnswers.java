// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.address;

import io.lockstep.run.answer.Answer;
import io.lockstep.spi.address.AddressAnswer;
import io.lockstep.spi.address.AddressInput;
import io.lockstep.spi.address.AddressInputs;
import io.lockstep.spi.address.AddressKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Declares the output of {@code address}. */
public final class AddressAnswers {
  /** A kind of address computation with the user's inputs and the result. */
  public record Computed(AddressKind kind, AddressInputs inputs, AddressAnswer answer) {
    private Map<String, String> result() {
      Map<String, String> all = new LinkedHashMap<>();
      answer.result().forEach(v -> all.put(v.name(), v.text()));
      return all;
    }
  }

  /** Declares a step of a computation. */
  public static final Answer<AddressAnswer.Step> STEP =
      Answer.<AddressAnswer.Step>part()
          .text("term", "Name of the computed term.", AddressAnswer.Step::term)
          .text("formula", "In terms of inputs and earlier terms.", AddressAnswer.Step::formula)
          .text("value", "Value of the term.", AddressAnswer.Step::value)
          .text("source", "A document and its section.", AddressAnswer.Step::source)
          .columnsOf("term", ">value", "formula", "source")
          .lessImportant("source");

  /** Declares the document of a computation. */
  public static final Answer<Computed> ANSWER =
      Answer.<Computed>of("Address", "Output of address KIND KEY=VALUE… with --format json.")
          .text("kind", "Kind of the computation.", c -> c.kind.name())
          .typed("inputs", "All inputs, given or default.", c -> c.inputs.all())
          .typed("result", "Addresses in hexadecimal, other numbers as numbers.", Computed::result)
          .list("steps", "Steps of the computation, in order.", c -> c.answer.steps(), STEP);

  /** Declares an input of a kind of computation. */
  public static final Answer<AddressInput> INPUT =
      Answer.<AddressInput>part()
          .text("input", "Key of the input.", AddressInput::name)
          .text(
              "default",
              "Value if the input is not given; 'must be given' if there is none.",
              i -> i.fallback().orElse("must be given"))
          .text("meaning", "Definition, with its unit.", AddressInput::meaning)
          .columnsOf("input", "default", "meaning");

  /** Declares a kind of computation. */
  public static final Answer<AddressKind> KIND =
      Answer.<AddressKind>part()
          .text("kind", "Name of the kind.", AddressKind::name)
          .text("meaning", "What it computes.", AddressKind::meaning)
          .text("example", "A valid call, without the command's name.", AddressKind::example)
          .list("inputs", "", AddressKind::inputs, INPUT)
          .columnsOf("kind", "computes=meaning")
          .column("inputs", AddressAnswers::inputs)
          .lessImportant("inputs");

  /** Declares the document that lists all kinds. */
  public static final Answer<List<AddressKind>> KINDS =
      Answer.<List<AddressKind>>of(
              "Address kinds", "Output of address without inputs with --format json.")
          .list("kinds", "", kinds -> kinds, KIND);

  private AddressAnswers() {}

  private static String inputs(AddressKind kind) {
    return String.join("; ", kind.inputs().stream().map(AddressInput::name).toList());
  }
}
