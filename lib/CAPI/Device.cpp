//===- Device.cpp - Devices, memory and streams of the C API --------------===//

#include "Wrap.h"
#include "minitc/Runtime/Measure.h"

using namespace minitc;
using namespace minitc::capi;
using namespace minitc::runtime;

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

minitc_status minitc_cuda_device_count(int *count) {
  MINITC_REQUIRE(count);
  StatusOr<int> found = cudaDeviceCount();
  if (!found.ok())
    return report(found.takeStatus());
  *count = *found;
  return MINITC_OK;
}

minitc_status minitc_device_open(const char *name, minitc_device **device) {
  MINITC_REQUIRE(name);
  MINITC_REQUIRE(device);
  StatusOr<std::shared_ptr<Device>> opened = openDevice(name);
  if (!opened.ok())
    return report(opened.takeStatus());
  *device = new minitc_device{std::move(*opened)};
  return MINITC_OK;
}

void minitc_device_release(minitc_device *device) { delete device; }

const char *minitc_device_name(const minitc_device *device) {
  return device->device->name().c_str();
}

const char *minitc_device_description(const minitc_device *device) {
  return device->device->description().c_str();
}

const char *minitc_device_target(const minitc_device *device) {
  return device->device->target().c_str();
}

minitc_status minitc_device_synchronize(minitc_device *device) {
  MINITC_REQUIRE(device);
  return report(device->device->synchronize());
}

minitc_status minitc_device_set_option(minitc_device *device,
                                       const char *option, const char *value) {
  MINITC_REQUIRE(device);
  MINITC_REQUIRE(option);
  MINITC_REQUIRE(value);
  return report(device->device->setOption(option, value));
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

minitc_status minitc_buffer_allocate(minitc_device *device, size_t bytes,
                                     minitc_type type, minitc_buffer **buffer) {
  MINITC_REQUIRE(device);
  MINITC_REQUIRE(buffer);
  StatusOr<uint64_t> address = device->device->allocate(bytes);
  if (!address.ok())
    return report(address.takeStatus());
  *buffer = new minitc_buffer{device->device, *address, bytes, type};
  return MINITC_OK;
}

void minitc_buffer_release(minitc_buffer *buffer) {
  if (buffer)
    buffer->device->free(buffer->address);
  delete buffer;
}

uint64_t minitc_buffer_address(const minitc_buffer *buffer) {
  return buffer->address;
}

size_t minitc_buffer_size(const minitc_buffer *buffer) { return buffer->bytes; }

minitc_type minitc_buffer_type(const minitc_buffer *buffer) {
  return buffer->type;
}

/// Whether `bytes` from `offset` lie inside the buffer.
static Status checkRange(const minitc_buffer &buffer, size_t offset,
                         size_t bytes) {
  if (offset <= buffer.bytes && bytes <= buffer.bytes - offset)
    return {};
  return Status(ErrorCode::InvalidArgument,
                "expected a range inside the buffer's " +
                    std::to_string(buffer.bytes) + " bytes, but got " +
                    std::to_string(bytes) + " bytes from offset " +
                    std::to_string(offset));
}

minitc_status minitc_buffer_upload(minitc_buffer *buffer, size_t offset,
                                   const void *host, size_t bytes,
                                   minitc_stream *stream) {
  MINITC_REQUIRE(buffer);
  if (Status status = checkRange(*buffer, offset, bytes); !status.ok())
    return report(std::move(status));
  return report(buffer->device->upload(buffer->address + offset, host, bytes,
                                       nativeStream(stream)));
}

minitc_status minitc_buffer_download(const minitc_buffer *buffer, size_t offset,
                                     void *host, size_t bytes,
                                     minitc_stream *stream) {
  MINITC_REQUIRE(buffer);
  if (Status status = checkRange(*buffer, offset, bytes); !status.ok())
    return report(std::move(status));
  return report(buffer->device->download(host, buffer->address + offset, bytes,
                                         nativeStream(stream)));
}

minitc_status minitc_buffer_fill(minitc_buffer *buffer, uint8_t byte,
                                 minitc_stream *stream) {
  MINITC_REQUIRE(buffer);
  return report(buffer->device->fill(buffer->address, byte, buffer->bytes,
                                     nativeStream(stream)));
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

minitc_status minitc_stream_create(minitc_device *device,
                                   minitc_stream **stream) {
  MINITC_REQUIRE(device);
  MINITC_REQUIRE(stream);
  StatusOr<void *> native = device->device->createStream();
  if (!native.ok())
    return report(native.takeStatus());
  *stream = new minitc_stream{device->device, *native, /*isOwned=*/true};
  return MINITC_OK;
}

minitc_status minitc_stream_wrap(minitc_device *device, void *native,
                                 minitc_stream **stream) {
  MINITC_REQUIRE(device);
  MINITC_REQUIRE(stream);
  *stream = new minitc_stream{device->device, native, /*isOwned=*/false};
  return MINITC_OK;
}

void minitc_stream_release(minitc_stream *stream) {
  if (stream && stream->isOwned)
    stream->device->destroyStream(stream->native);
  delete stream;
}

void *minitc_stream_native(const minitc_stream *stream) {
  return stream->native;
}

minitc_status minitc_stream_synchronize(minitc_stream *stream) {
  MINITC_REQUIRE(stream);
  return report(stream->device->synchronizeStream(stream->native));
}

//===----------------------------------------------------------------------===//
// Timing
//===----------------------------------------------------------------------===//

minitc_status minitc_measure(minitc_device *device,
                             int (*callback)(void *context), void *context,
                             const minitc_measure_options *options,
                             minitc_measurement *result) {
  MINITC_REQUIRE(device);
  MINITC_REQUIRE(callback);
  MINITC_REQUIRE(result);
  minitc_measure_options all =
      completed(options, minitc_measure_options MINITC_MEASURE_OPTIONS);
  MeasureOptions asked;
  asked.warmup = all.warmup;
  asked.runs = all.runs;
  asked.budgetMs = all.budget_ms;
  asked.hot = all.hot;
  asked.stream = nativeStream(all.stream);
  StatusOr<Measurement> measured = measure(
      *device->device, [&] { return callback(context) == 0; }, asked);
  if (!measured.ok())
    return report(measured.takeStatus());
  *result = {measured->median,  measured->p20,   measured->p80,
             measured->minimum, measured->count, measured->hot};
  return MINITC_OK;
}
