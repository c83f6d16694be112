package io.lockstep.parts.texture;

import io.lockstep.parts.stats.StatisticSet;

/** What a family's texture units count since the last reset. */
public interface TextureCounts {
  /** Its statistics, under the names that all families use. */
  StatisticSet<TextureCounts> STATISTICS =
      StatisticSet.<TextureCounts>of("texture units")
          .count("texture.requests", "Texture fetches of lanes.", TextureCounts::requests)
          .count("texture.texels", "Texels that they read, by filter.", TextureCounts::texels)
          .build();

  /** Fetches of lanes. */
  long requests();

  /** Texels that they read. */
  long texels();
}
