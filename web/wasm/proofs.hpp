// SPDX-License-Identifier: Apache-2.0
//
// The fields of certificates, in the order of their messages.
#pragma once

#include "message.hpp"
#include "sunder/body_certificate.hpp"
#include "sunder/certificate.hpp"
#include "sunder/margin.hpp"

namespace sunder::inline SUNDER_ABI {

template <class Message, web::Like<ExactNumber> T>
void visit(Message& message, T& number) {
  message(number.value);
  message(number.integer);
}
template <class Message, web::Like<IndexPair> T>
void visit(Message& message, T& pair) {
  message(pair.a);
  message(pair.b);
}
template <class Message, web::Like<WeightedVertex> T>
void visit(Message& message, T& vertex) {
  message(vertex.vertex);
  message(vertex.weight);
}
template <class Message, web::Like<DistanceProof> T>
void visit(Message& message, T& proof) {
  message(proof.lower);
  message(proof.upper);
  message(proof.direction);
  message(proof.a);
  message(proof.b);
}
template <class Message, web::Like<DepthProof> T>
void visit(Message& message, T& proof) {
  message(proof.lower);
  message(proof.upper);
  message(proof.direction);
  message(proof.pairs);
  message(proof.facets);
}
template <class Message, web::Like<Certificate> T>
void visit(Message& message, T& certificate) {
  message(certificate.verdict);
  message(certificate.direction);
  message(certificate.pairs);
  message(certificate.a);
  message(certificate.b);
  message(certificate.distance);
  message(certificate.depth);
}
template <class Message, web::Like<MarginCertificate> T>
void visit(Message& message, T& certificate) {
  message(certificate.verdict);
  message(certificate.direction);
  message(certificate.a);
  message(certificate.b);
  message(certificate.pairs);
  message(certificate.facets);
}
template <class Message, web::Like<PartPoint> T>
void visit(Message& message, T& point) {
  message(point.triangle);
  message(point.weights);
}
template <class Message, web::Like<RangeCut> T>
void visit(Message& message, T& cut) {
  message(cut.a_begin);
  message(cut.a_end);
  message(cut.b_begin);
  message(cut.b_end);
  message(cut.direction);
}
template <class Message, web::Like<PartSeparation> T>
void visit(Message& message, T& separation) {
  message(separation.part_a);
  message(separation.part_b);
  message(separation.order_a);
  message(separation.order_b);
  message(separation.cuts);
  message(separation.outside_b);
  message(separation.outside_a);
}
template <class Message, web::Like<BodyDistanceProof> T>
void visit(Message& message, T& proof) {
  message(proof.lower);
  message(proof.upper);
  message(proof.part_a);
  message(proof.part_b);
  message(proof.a);
  message(proof.b);
}
template <class Message, web::Like<PolygonCover> T>
void visit(Message& message, T& cover) {
  message(cover.part);
  message(cover.triangles);
}
template <class Message, web::Like<BodyCertificate> T>
void visit(Message& message, T& certificate) {
  message(certificate.verdict);
  message(certificate.part_a);
  message(certificate.part_b);
  message(certificate.a);
  message(certificate.b);
  message(certificate.point);
  message(certificate.separations);
  message(certificate.covers_a);
  message(certificate.covers_b);
  message(certificate.distance);
}

}  // namespace sunder::inline SUNDER_ABI
