// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.plugin;

import io.lockstep.spi.policy.Policies;
import io.lockstep.spi.policy.Policy;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** Checks a policy of a plug-in against its contract and offers it to specifications. */
final class PolicyOffer {
  private PolicyOffer() {}

  /**
   * @param jar jar that contains the policy
   * @param before offers of earlier plug-ins
   * @throws ModelException if the name is invalid, or belongs to another policy of the same kind
   */
  static Policies.Offer of(
      Policy policy, ModelBoundary boundary, String jar, Collection<Policies.Offer> before) {
    String name = boundary.call(policy, "name", policy::name);
    if (!name.matches("[a-z0-9][a-z0-9_]*")) {
      throw boundary.wrong(
          policy,
          "name",
          "returned '" + name + "'; a policy's name is lower-case letters, digits, '_'");
    }
    boundary.call(policy, "definition", policy::definition);
    boundary.call(policy, "otherNames", policy::otherNames);
    Class<? extends Policy> kind = kind(policy);
    if (kind == null) {
      throw boundary.wrong(
          policy, "name", "is of no kind of policy; expected one that extends Policy");
    }
    Policies.Offer same = new Policies(List.copyOf(before)).offers(kind).get(name);
    if (same != null) {
      throw boundary.wrong(
          policy,
          "name",
          "returned '"
              + name
              + "', which "
              + same.policy().getClass().getName()
              + (same.origin().isEmpty() ? "" : " (" + same.origin() + ")")
              + " has already");
    }
    return new Policies.Offer(policy, jar);
  }

  /** Returns the interface that defines the kind of policy; null if there is none. */
  private static Class<? extends Policy> kind(Policy policy) {
    return Stream.<Class<?>>iterate(policy.getClass(), c -> c != null, Class::getSuperclass)
        .flatMap(c -> Stream.of(c.getInterfaces()))
        .filter(i -> i != Policy.class && Policy.class.isAssignableFrom(i))
        .findFirst()
        .<Class<? extends Policy>>map(i -> i.asSubclass(Policy.class))
        .orElse(null);
  }
}
