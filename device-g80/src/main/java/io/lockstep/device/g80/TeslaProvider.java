package io.lockstep.device.g80;

import io.lockstep.device.g80.multiprocessor.Cause;
import io.lockstep.device.g80.multiprocessor.Multiprocessor;
import io.lockstep.parts.device.Device;
import io.lockstep.parts.device.DeviceProvider;
import io.lockstep.parts.device.SpiVersion;
import io.lockstep.parts.spec.DeviceSpec;
import io.lockstep.parts.spec.SpecReader;
import io.lockstep.parts.spec.SpecSchema;
import io.lockstep.parts.stats.IssueScheme;
import io.lockstep.parts.stats.Statistic;
import java.util.List;
import java.util.Optional;

/** NVIDIA's Tesla generation: G80, G84, G92, GT200. Stateless and thread-safe. */
@SpiVersion(SpiVersion.CURRENT)
public final class TeslaProvider implements DeviceProvider {
  private static final List<String> FILES =
      List.of("8800gtx", "8800gts", "8600gts", "8800gt", "9800gtx", "gtx280", "gtx285");

  private final SpecSchema schema = TeslaSchema.schema();

  /** For ServiceLoader. */
  public TeslaProvider() {}

  @Override
  public String family() {
    return TeslaSchema.FAMILY;
  }

  @Override
  public SpecSchema schema() {
    return schema;
  }

  @Override
  public List<DeviceSpec> catalogue() {
    return FILES.stream().map(this::spec).toList();
  }

  @Override
  public List<String> devices() {
    return FILES;
  }

  @Override
  public DeviceSpec spec(String id) {
    String file = id + ".yaml";
    return SpecReader.resource(file, TeslaProvider.class.getResourceAsStream(file), schema);
  }

  @Override
  public Optional<IssueScheme> issue() {
    return Optional.of(Cause.SCHEME);
  }

  @Override
  public List<Statistic> statistics() {
    return Multiprocessor.STATISTICS;
  }

  @Override
  public Device device(DeviceSpec spec) {
    return new TeslaDevice(spec);
  }
}
