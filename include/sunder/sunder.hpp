// SPDX-License-Identifier: Apache-2.0
//
// Includes the whole library. Each header below can also be included alone.
#pragma once

#include "sunder/algorithm.hpp"
#include "sunder/batch.hpp"
#include "sunder/body.hpp"
#include "sunder/body2.hpp"
#include "sunder/body_cast.hpp"
#include "sunder/body_contact.hpp"
#include "sunder/body_certificate.hpp"
#include "sunder/cast.hpp"
#include "sunder/certificate.hpp"
#include "sunder/contact.hpp"
#include "sunder/derivative.hpp"
#include "sunder/error.hpp"
#include "sunder/margin.hpp"
#include "sunder/mesh.hpp"
#include "sunder/penetration.hpp"
#include "sunder/polygon.hpp"
#include "sunder/polytope.hpp"
#include "sunder/query.hpp"
#include "sunder/relation.hpp"
#include "sunder/scene.hpp"
#include "sunder/scene_proof.hpp"
#include "sunder/shapes.hpp"
#include "sunder/translated.hpp"
#include "sunder/version.hpp"
