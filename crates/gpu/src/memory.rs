//! A model in the GPU's memory: its arrays, sent once, and where kernels find them.

use tangency_kernels::arguments::{
    Array, BatchArrays, ElasticRows, ElementArrays, RowArrays, SurfaceArrays, UsesArrays,
};
use tangency_kernels::vbd::Uses;

use crate::buffer::{Buffer, DeviceData};
use crate::device::Device;
use crate::error::GpuError;
use crate::lists::DeviceReal;
use crate::rows::{AllRecords, Records};
use crate::setup::Setup;

/// Buffers that only have to stay where they are.
#[derive(Default)]
pub(crate) struct Kept(Vec<Box<dyn Send>>);

impl Kept {
    pub fn keep<T: DeviceData + Send>(
        &mut self,
        device: &Device,
        items: &[T],
    ) -> Result<Array<T>, GpuError> {
        let buffer = Buffer::from_slice(device, items)?;
        let array = buffer.array();
        self.0.push(Box::new(buffer));
        Ok(array)
    }

    pub fn room<T: DeviceData + Send>(
        &mut self,
        device: &Device,
        len: usize,
    ) -> Result<Array<T>, GpuError> {
        let mut buffer = Buffer::<T>::new(device);
        buffer.resize(len)?;
        let array = buffer.array();
        self.0.push(Box::new(buffer));
        Ok(array)
    }

    fn uses(&mut self, device: &Device, uses: Uses<'_>) -> Result<UsesArrays, GpuError> {
        Ok(UsesArrays {
            begin: self.keep(device, uses.begin)?,
            items: self.keep(device, uses.items)?,
        })
    }

    fn rows<T: DeviceData + Send>(
        &mut self,
        device: &Device,
        records: &Records<T>,
    ) -> Result<RowArrays<T>, GpuError> {
        Ok(RowArrays {
            begin: self.keep(device, &records.begin)?,
            items: self.keep(device, &records.items)?,
        })
    }

    fn batch<T: DeviceData + Send, const K: usize>(
        &mut self,
        device: &Device,
        vertices: &[[u32; K]],
        data: &[T],
        uses: Uses<'_>,
    ) -> Result<BatchArrays<T, K>, GpuError> {
        Ok(BatchArrays {
            vertices: self.keep(device, vertices)?,
            data: self.keep(device, data)?,
            uses: self.uses(device, uses)?,
        })
    }
}

pub(crate) fn elements<R: DeviceReal + Send>(
    device: &Device,
    kept: &mut Kept,
    setup: &Setup<R>,
) -> Result<ElementArrays<R>, GpuError> {
    let elements = setup.program.elements();
    let (tets, triangles, hinges) = (&elements.tets, &elements.triangles, &elements.hinges);
    let (segments, joints) = (&elements.segments, &elements.joints);
    let stitches = &elements.stitches;
    Ok(ElementArrays {
        tets: kept.batch(device, tets.vertices, tets.rest, tets.uses)?,
        lame: kept.keep(device, tets.lame)?,
        triangles: kept.batch(device, triangles.vertices, triangles.rest, triangles.uses)?,
        sheet: kept.keep(device, triangles.sheet)?,
        sheets: kept.keep(device, triangles.sheets)?,
        hinges: kept.batch(device, hinges.vertices, hinges.rest, hinges.uses)?,
        segments: kept.batch(device, segments.vertices, segments.springs, segments.uses)?,
        joints: kept.batch(device, joints.vertices, joints.bends, joints.uses)?,
        stitches: kept.batch(device, stitches.vertices, stitches.springs, stitches.uses)?,
        corotated: u64::from(tets.corotated),
    })
}

pub(crate) fn rows<R: DeviceReal + Send>(
    device: &Device,
    kept: &mut Kept,
    records: &AllRecords<R>,
) -> Result<ElasticRows<R>, GpuError> {
    Ok(ElasticRows {
        triangles: kept.rows(device, &records.triangles)?,
        hinge_ends: kept.rows(device, &records.hinge_ends)?,
        apexes: kept.rows(device, &records.apexes)?,
        segments: kept.rows(device, &records.segments)?,
        middles: kept.rows(device, &records.middles)?,
        joint_ends: kept.rows(device, &records.joint_ends)?,
    })
}

pub(crate) fn surface_arrays<R: DeviceReal + Send>(
    device: &Device,
    kept: &mut Kept,
    setup: &Setup<R>,
    triangles: Array<[u32; 3]>,
    edges: Array<[u32; 2]>,
) -> Result<SurfaceArrays<R>, GpuError> {
    let surface = setup.program.features.view();
    Ok(SurfaceArrays {
        points: kept.keep(device, surface.points)?,
        edges,
        triangles,
        wires: kept.keep(device, surface.wires)?,
        triangle_edges: kept.keep(device, surface.triangle_edges)?,
        edge_faces: kept.uses(device, surface.edge_faces)?,
        neighbours: kept.uses(device, surface.neighbours)?,
        first_face: kept.keep(device, surface.first_face)?,
        first_wire: kept.keep(device, surface.first_wire)?,
        thickness: kept.keep(device, surface.thickness)?,
        body: kept.keep(device, surface.body)?,
        friction: kept.keep(device, surface.friction)?,
        ground_friction: kept.keep(device, surface.ground_friction)?,
        is_obstacle: kept.keep(device, surface.is_obstacle)?,
        edge_squares: kept.keep(device, surface.edge_squares)?,
        half_spaces: kept.keep(device, surface.half_spaces)?,
        isolated: kept.keep(device, &setup.isolated)?,
        bodies: u64::from(surface.bodies),
    })
}
