// SPDX-License-Identifier: Apache-2.0
//
// Reads one line of the pipe, before its bodies are looked up among the definitions.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "narrow/questions.hpp"
#include "pipe/body_text.hpp"
#include "sunder/algorithm.hpp"
#include "sunder/certificate.hpp"
#include "text/json_reader.hpp"

namespace sunder::detail {

enum class CertificateWish : std::uint8_t { none, short_form, full };

/// A question or a definition. It is kept from line to line, so that its vectors are reused. Its
/// views point into the line or the reader.
struct Request {
  bool is_definition = false;
  std::string_view name;  ///< definition
  BodyText defined;       ///< definition: its body, without a pose
  std::string_view id = "null";
  BodyText a;
  BodyText b;
  std::uint32_t ask{};  ///< bit 1 << Question
  Algorithm algorithm = Algorithm::automatic;
  double width{};
  std::optional<double> margin;
  std::optional<double> tolerance;  ///< for ask "cast", in units of time
  std::int32_t max_points = 0;      ///< for ask "contact"; 0: all
  double near = 0;                  ///< for ask "contact", in units of length
  CertificateWish certificate = CertificateWish::short_form;
  std::optional<Certificate> hint;
  bool raw = false;

  bool asks(Question question) const noexcept {
    return ((ask >> static_cast<unsigned>(question)) & 1) != 0;
  }
};

/// Returns false after a refusal; the reader explains it.
bool read_request(JsonReader& reader, const Line& line, Request& request);

/// Returns why the algorithm does not answer what is asked in this dimension, if so.
std::optional<Error> check_served(const Request& request, int dimension);

}  // namespace sunder::detail
