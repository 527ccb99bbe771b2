//! JSON requests and their description in `docs/openapi.json`, generated from the types of the wire.

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

/// The checked-in description.
const DOCUMENT: &str = include_str!("../../../../docs/openapi.json");

/// Requests with their handlers. All routes under `/api` are added here, so that a test knows each.
#[derive(Debug)]
pub struct Api {
    routes: Router<Site>,
    #[cfg(test)]
    all: Vec<(Method, &'static str)>,
}

impl Api {
    pub fn new() -> Self {
        Self {
            routes: Router::new(),
            #[cfg(test)]
            all: Vec::new(),
        }
    }

    /// Adds a request.
    ///
    /// # Panics
    ///
    /// If it exists, or the method is not supported.
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

    /// Adds the requests of another list.
    pub fn and(mut self, others: Self) -> Self {
        #[cfg(test)]
        self.all.extend(others.all);
        self.routes = self.routes.merge(others.routes);
        self
    }

    pub fn routes(self) -> Router<Site> {
        self.routes
    }
}

pub async fn show() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], DOCUMENT)
}
