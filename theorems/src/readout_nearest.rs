//! Read-outs that come near to the two oscillators of `embedding/read-out-floor`, and how near nothing comes.

use exact::{Matrix, Rational};

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Floor {
    /// Number of samples, from time 0 on.
    pub samples: usize,
    /// Rows of the transition: one pair and two fewer real modes, or real modes alone.
    pub dimension: usize,
    /// No read-out comes nearer than this: the largest error, where the largest sample is 2.
    pub floor: (i64, i64),
    /// A read-out that comes nearer than this is known.
    pub ceiling: (i64, i64),
    /// Its pair `z² − p z + q`: `p`, `q` over `2^16`.
    pair: (i64, i64),
    /// Its real modes over `2^16`.
    modes: &'static [i64],
    /// Where its first two coordinates, then the real modes start, over `2^30`.
    start: &'static [i64],
}

impl Floor {
    /// `T`, `c` and `s` of the read-out that is known.
    pub(crate) fn read_out(&self) -> (Matrix, Vec<Rational>, Vec<Rational>) {
        let over = |x: &i64, bits: u32| Rational::from(*x) >> bits;
        let modes: Vec<Rational> = self.modes.iter().map(|x| over(x, 16)).collect();
        let pair = crate::readout::companion(&[over(&self.pair.1, 16), -over(&self.pair.0, 16)]);
        let read = (0..self.dimension).map(|i| u8::from(i != 1).into()).collect();
        let start = self.start.iter().map(|x| over(x, 30)).collect();
        (pair.direct_sum(&Matrix::diagonal(&modes)), read, start)
    }
}

/// Every row, by horizon.
pub static FLOORS: [Floor; 11] = [
    Floor {
        samples: 8,
        dimension: 2,
        floor: (1, 20),
        ceiling: (3, 50),
        pair: (63762, 35673),
        modes: &[],
        start: &[2084038320, 1728637033],
    },
    Floor {
        samples: 16,
        dimension: 2,
        floor: (17, 25),
        ceiling: (721, 1000),
        pair: (77022, 59378),
        modes: &[],
        start: &[1374139840, 921129342],
    },
    Floor {
        samples: 16,
        dimension: 3,
        floor: (19, 50),
        ceiling: (321, 500),
        pair: (85974, 65536),
        modes: &[29341],
        start: &[811415967, 250016774, 2024577248],
    },
    Floor {
        samples: 16,
        dimension: 4,
        floor: (13, 1000),
        ceiling: (423, 1000),
        pair: (85903, 65536),
        modes: &[53793, 53399],
        start: &[984931151, 552336971, -66635517540, 68251974419],
    },
    Floor {
        samples: 32,
        dimension: 4,
        floor: (51, 100),
        ceiling: (639, 1000),
        pair: (84750, 62566),
        modes: &[39929, 55420],
        start: &[876341539, 292460094, 2950238973, -994124888],
    },
    Floor {
        samples: 32,
        dimension: 5,
        floor: (1, 4),
        ceiling: (59, 100),
        pair: (84512, 63643),
        modes: &[36965, 36829, 35547],
        start: &[752001764, 367301895, -22106842650316, 24529585893218, -2421980514836],
    },
    Floor {
        samples: 64,
        dimension: 4,
        floor: (13, 25),
        ceiling: (673, 1000),
        pair: (84937, 62563),
        modes: &[7106, 8200],
        start: &[964203612, 242903914, -124979557295, 125443234554],
    },
    Floor {
        samples: 64,
        dimension: 6,
        floor: (7, 20),
        ceiling: (587, 1000),
        pair: (83338, 63309),
        modes: &[37071, 36837, 36943, -68813],
        start: &[829710048, 505731439, -129595518430611, -157354822846595, 286951033908111, -3964829],
    },
    Floor {
        samples: 64,
        dimension: 8,
        floor: (1, 4),
        ceiling: (57, 100),
        pair: (84411, 65536),
        modes: &[30265, 68813, 33281, 28126, 36750, -68813],
        start: &[
            592242220,
            403996296,
            -5159541904323,
            8217843,
            3755889458787,
            2373398851255,
            -967583795825,
            -3724757,
        ],
    },
    Floor {
        samples: 128,
        dimension: 4,
        floor: (13, 25),
        ceiling: (27, 40),
        pair: (84855, 62604),
        modes: &[19572, 21114],
        start: &[970715437, 259669466, -19192273936, 21093335140],
    },
    Floor {
        samples: 128,
        dimension: 10,
        floor: (17, 100),
        ceiling: (101, 200),
        pair: (82780, 63198),
        modes: &[37802, -67864, 37402, 41695, -67470, 42092, 35194, 1301],
        start: &[
            1085002377,
            826896620,
            554119830312727,
            -9128739,
            -561173607830694,
            -160801576306688,
            7912206,
            121577668310391,
            46297522633794,
            -18231361657,
        ],
    },
];
