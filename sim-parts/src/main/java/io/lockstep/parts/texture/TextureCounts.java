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

  /** {@return fetches of lanes} */
  long requests();

  /** {@return texels that they read, those between which a filter interpolates each} */
  long texels();
}
