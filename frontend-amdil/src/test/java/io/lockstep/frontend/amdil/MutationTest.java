// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.io.InputException;
import io.lockstep.kernel.analysis.KernelVerifier;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.ir.Kernel;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;

/**
 * Damaged texts give a message with a position or a well-formed kernel, never another exception.
 * The seed is fixed so that a build repeats; leave it out, and raise the tries, to search further.
 */
@Tag("slow")
class MutationTest {
  private static final String ALPHABET = "abcdefglorxyzw0123456789.,;[]()+-_|&* \n\t\u0001é";

  @Property(tries = 4000, seed = "20261120")
  @Label("damaged texts are well-formed kernels or errors with a position")
  void damagedTexts(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    String name = Corpus.NAMES.get(random.nextInt(Corpus.NAMES.size()));
    String text = damage(Corpus.text(name), random);
    try {
      for (Kernel kernel :
          new AmdIlFrontend().read("damaged.il", text, FrontendOptions.defaults())) {
        assertThat(KernelVerifier.problems(kernel)).isEmpty();
      }
    } catch (InputException e) {
      assertThat(e.getMessage()).matches("damaged\\.il:\\d+:\\d+: .+");
    }
  }

  private static String damage(String original, SplittableRandom random) {
    String text = random.nextInt(5) == 0 ? original.replaceAll("\\s+", " ") : original;
    StringBuilder s = new StringBuilder(text);
    if (random.nextInt(6) == 0) {
      s.setLength(random.nextInt(s.length()));
    }
    int edits = 1 + random.nextInt(4);
    String[] words = text.split("[\\s,]+");
    for (int i = 0; i < edits && s.length() > 1; i++) {
      int at = random.nextInt(s.length());
      switch (random.nextInt(7)) {
        case 0 -> s.deleteCharAt(at);
        case 1 -> s.insert(at, ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        case 2 -> s.setCharAt(at, ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        case 3 -> {
          // Another line of the text in a strange place.
          String[] lines = text.split("\n");
          s.insert(at, lines[random.nextInt(lines.length)]);
        }
        case 4 -> {
          // One word in place of another: mostly well formed, seldom meaningful.
          String word = words[random.nextInt(words.length)];
          int from = s.indexOf(word);
          if (from >= 0) {
            s.replace(from, from + word.length(), words[random.nextInt(words.length)]);
          }
        }
        case 5 -> {
          // A line twice, or gone.
          int end = s.indexOf("\n", at);
          int begin = s.lastIndexOf("\n", at);
          if (begin >= 0 && end > begin) {
            String line = s.substring(begin, end);
            if (random.nextBoolean()) {
              s.insert(end, line);
            } else {
              s.delete(begin, end);
            }
          }
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
