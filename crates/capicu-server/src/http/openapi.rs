//! The requests in JSON. What is among them is described in `docs/openapi.json`, which is made from the types that
//! cross the wire.

#[cfg(test)]
mod document;
#[cfg(test)]
mod entries;

use axum::Router;
use axum::handler::Handler;
use axum::http::{Method, header};
use axum::response::IntoResponse;
use axum::routing::{MethodFilter, on};

use super::Site;

/// What is sent: the description as it is checked in.
const DOCUMENT: &str = include_str!("../../../../docs/openapi.json");

/// Requests, and who answers them. All that lie under `/api` are brought in by this, so that a test knows of each.
#[derive(Debug)]
pub struct Api {
    routes: Router<Site>,
    #[cfg(test)]
    all: Vec<(Method, &'static str)>,
}

impl Api {
    /// None yet.
    pub fn new() -> Self {
        Self {
            routes: Router::new(),
            #[cfg(test)]
            all: Vec::new(),
        }
    }

    /// The same with one more.
    ///
    /// # Panics
    ///
    /// If it is there already, or the method is of no use.
    pub fn on<H, T>(mut self, method: Method, path: &'static str, handler: H) -> Self
    where
        H: Handler<T, Site>,
        T: 'static,
    {
        #[cfg(test)]
        self.all.push((method.clone(), path));
        let filter = MethodFilter::try_from(method).expect("a usual method");
        self.routes = self.routes.route(path, on(filter, handler));
        self
    }

    /// The same with those of others.
    pub fn and(mut self, others: Self) -> Self {
        #[cfg(test)]
        self.all.extend(others.all);
        self.routes = self.routes.merge(others.routes);
        self
    }

    /// The routes.
    pub fn routes(self) -> Router<Site> {
        self.routes
    }
}

/// `GET /api/openapi.json`.
pub async fn show() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], DOCUMENT)
}
