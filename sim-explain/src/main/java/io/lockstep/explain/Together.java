// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import io.lockstep.run.answer.Answer;

/**
 * The interaction of two reasons.
 *
 * @param factor above 1 if both changes together take longer than the product of their factors
 */
public record Together(String one, String other, double factor) {
  static final Answer<Together> ANSWER =
      Answer.<Together>part()
          .text("one", "", Together::one)
          .text("other", "", Together::other)
          .real("factor", "Shapley interaction index of the two reasons.", Together::factor);
}
