// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.io.InputException;
import io.lockstep.kernel.analysis.KernelVerifier;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.ir.Kernel;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Damaged texts give a message with a position or a well-formed kernel, never another exception.
 * The seed is fixed so that a build repeats; leave it out, and raise the tries, to search further.
 */
class MutationTest {
  private static final String ALPHABET =
      "abcdefr0123456789.,;:[](){}<>%$@!|&^~+-*/\"\\_ \n\t\u0001é";

  @Property(tries = 3000, seed = "20261120")
  void damagedTextsAreWellFormedKernelsOrErrorsWithAPosition(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    String name = Corpus.NAMES.get(random.nextInt(Corpus.NAMES.size()));
    String text = damage(Corpus.text(name), random);
    try {
      for (Kernel kernel :
          new PtxFrontend().read("damaged.ptx", text, FrontendOptions.defaults())) {
        assertThat(KernelVerifier.problems(kernel)).isEmpty();
      }
    } catch (InputException e) {
      assertThat(e.getMessage()).matches("(?s)damaged\\.ptx:\\d+:\\d+: .+");
    }
  }

  private static String damage(String text, SplittableRandom random) {
    StringBuilder s = new StringBuilder(text);
    if (random.nextInt(4) == 0) {
      s.setLength(random.nextInt(s.length()));
    }
    int edits = 1 + random.nextInt(4);
    for (int i = 0; i < edits && s.length() > 1; i++) {
      int at = random.nextInt(s.length());
      switch (random.nextInt(5)) {
        case 0 -> s.deleteCharAt(at);
        case 1 -> s.insert(at, ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        case 2 -> s.setCharAt(at, ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        case 3 -> {
          // Another line of the text in a strange place.
          String[] lines = text.split("\n");
          s.insert(at, lines[random.nextInt(lines.length)]);
        }
        default -> {
          int end = Math.min(s.length(), at + 1 + random.nextInt(40));
          s.delete(at, end);
        }
      }
    }
    return s.toString();
  }
}
