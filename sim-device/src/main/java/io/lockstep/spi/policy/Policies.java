// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.policy;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Policies by kind and name, both built-in and from plug-ins. Immutable and thread-safe. */
public final class Policies {
  /** Policies of Lockstep's own modules. */
  public static final Policies BUILT_IN = new Policies(List.of());

  /**
   * A policy with its origin.
   *
   * @param policy the policy, built-in or loaded
   * @param origin the module or plug-in, for messages
   */
  public record Offer(Policy policy, String origin) {}

  /** Loads policies on first use; runs of unmodified devices need none. */
  private static final class Found {
    static final List<Offer> OFFERS =
        ServiceLoader.load(Policy.class, Policy.class.getClassLoader()).stream()
            .map(p -> new Offer(p.get(), ""))
            .toList();
  }

  private final List<Offer> more;

  /**
   * Combines built-in policies with others.
   *
   * @param more policies of plug-ins; if several policies of a kind have the same name, a built-in
   *     policy takes precedence, then the first one
   */
  public Policies(List<Offer> more) {
    this.more = List.copyOf(more);
  }

  /** {@return the policies of plug-ins, in order of precedence} */
  public List<Offer> ofPlugins() {
    return more;
  }

  /**
   * {@return the policies of a kind with their origins, by name}
   *
   * @param kind interface that the policies implement
   */
  public SortedMap<String, Offer> offers(Class<? extends Policy> kind) {
    SortedMap<String, Offer> all = new TreeMap<>();
    for (List<Offer> offers : List.of(Found.OFFERS, more)) {
      for (Offer offer : offers) {
        if (kind.isInstance(offer.policy())) {
          all.putIfAbsent(offer.policy().name(), offer);
        }
      }
    }
    return all;
  }

  /**
   * Finds a policy.
   *
   * @param <P> kind of the policy
   * @param kind interface of the kind
   * @param name the policy's name or an alternative name
   * @param figure the figure that names it, for messages
   * @param where position of the figure, for messages
   * @return the policy
   * @throws InputException if there is no such policy
   */
  public <P extends Policy> P find(Class<P> kind, String name, String figure, String where) {
    SortedMap<String, Offer> all = offers(kind);
    Offer offer = all.get(name);
    if (offer == null) {
      offer =
          all.values().stream()
              .filter(o -> o.policy().otherNames().contains(name))
              .findFirst()
              .orElseThrow(() -> unknown(kind, name, figure, where, all));
    }
    return kind.cast(offer.policy());
  }

  private static InputException unknown(
      Class<?> kind, String name, String figure, String where, SortedMap<String, Offer> all) {
    Set<String> names = new TreeSet<>(all.keySet());
    all.values().forEach(o -> names.addAll(o.policy().otherNames()));
    String nearest = Suggestions.nearest(name, names).orElse("");
    StringBuilder text = new StringBuilder("'" + figure + "': unknown policy '" + name + "'");
    if (!nearest.isEmpty()) {
      text.append("; did you mean '").append(nearest).append("'?");
    }
    text.append("; ").append(kind.getSimpleName()).append(" is offered as ");
    String separator = "";
    for (Offer offer : all.values()) {
      text.append(separator).append(offer.policy().name());
      text.append(offer.origin().isEmpty() ? "" : " (" + offer.origin() + ")");
      separator = ", ";
    }
    return new InputException(where, text.toString());
  }

  /**
   * {@return a hash of a name, the same in every run, which enters a specification's hash}
   *
   * @param name name of a policy
   */
  public static long number(String name) {
    long hash = 0xCBF29CE484222325L; // FNV-1a
    for (int i = 0; i < name.length(); i++) {
      hash = (hash ^ name.charAt(i)) * 0x100000001B3L;
    }
    return hash >>> 1;
  }
}
